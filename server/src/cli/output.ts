/** Where a command's text goes. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from './failure.ts';

/** Writes a file, with the folders it lies in. */
export async function writeOutput(file: string, text: string): Promise<void> {
  try {
    await mkdir(path.dirname(path.resolve(file)), { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new InputError(`${file} can't be written: ${(error as Error).message}`);
  }
}
