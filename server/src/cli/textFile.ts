/** Text of a file that a person names, or of standard input. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { InputError } from './failure.ts';

/** Stands for standard input where a file is asked for. */
export const STANDARD_INPUT = '-';

/** Python reads templates as UTF-8 and as nothing else. Throws InputError for what can't be read, or is no such text. */
export async function readTextFile(file: string): Promise<string> {
  const bytes = await (file === STANDARD_INPUT ? buffer(process.stdin) : readFile(file)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new InputError(`${file} can't be read: ${reasons[error.code ?? ''] ?? error.message}.`);
    },
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InputError(
      `${file} is not text in UTF-8, which Python reads templates as. ${adviceFor(bytes)}`,
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you have no permission to',
  EISDIR: 'it is a folder',
};

function adviceFor(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return 'It is in UTF-16: save it as UTF-8.';
  return bytes.includes(0) ? 'It is a binary file.' : 'Save it as UTF-8.';
}
