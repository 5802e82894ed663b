/** `chat-template pull NAME`: downloads a tokenizer, the only command that uses the network. */
import { nodeEnvironment } from '../host/nodeFolders.ts';
import { proxiedFetch } from '../host/proxiedFetch.ts';
import { HubError, pull as download, type PullHost, type PullProgress } from '../hub/index.ts';
import { exitCode, InputError, type Outcome } from './failure.ts';

export interface PullOptions {
  /** Told of what has arrived. */
  readonly progress: (progress: PullProgress) => void;
  readonly signal: AbortSignal;
  /** Where and how to download; else as this machine's variables say. */
  readonly host?: PullHost;
}

/** Throws InputError with the reason where nothing was downloaded. */
export async function pull(name: string, { progress, signal, host }: PullOptions): Promise<Outcome> {
  const from = host ?? { fetch: proxiedFetch, environment: nodeEnvironment() };
  const { path, files } = await download(name, from, progress, signal).catch((error: unknown) => {
    if (signal.aborted) throw new InputError('cancelled; the next pull goes on from what has arrived.');
    throw error instanceof HubError ? new InputError(error.message) : error;
  });
  const lines = files.map((file) => `  ${file.path}${file.downloaded ? '' : '  (was here)'}`);
  const output = `${path}\n${lines.join('\n')}\nUse it with --tokenizer ${name}, or as "tokenizer" in the config file.\n`;
  return { output, code: exitCode.clean };
}

/** `tokenizer.json  3.1 of 11.4 MB` */
export function progressLine({ file, received, total }: PullProgress): string {
  const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  const of = total > received ? ` of ${megabytes(total)}` : '';
  return `${file}  ${megabytes(received)}${of} MB`;
}
