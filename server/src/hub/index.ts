/** Downloads of tokenizers: only ever called on a person's word. The only part of the project that asks the network. */
import { parseGgufAddress, parseGgufName, parseRepository } from '../tokenizer/find/hubCache.ts';
import { HubError } from './errors.ts';
import { pullTokenizer, type PullHost, type PullProgress } from './pull.ts';
import { pullGguf, pullGgufAt } from './pullGguf.ts';

export { HubError } from './errors.ts';
export type { PullHost, PullProgress } from './pull.ts';

export interface Pull {
  /** Folder or file in the cache. */
  readonly path: string;
  /** What is there now, for the person: files and whether they were downloaded. */
  readonly files: readonly { readonly path: string; readonly downloaded: boolean }[];
}

/** Whether a text names something that can be downloaded. */
export const canBePulled = (name: string): boolean =>
  parseRepository(name) !== null || parseGgufName(name) !== null || parseGgufAddress(name) !== null;

/**
 * Downloads what a name stands for: the tokenizer of `org/name` or `org/name@revision`, or the header of
 * `org/name:file.gguf` or of a GGUF file behind an address. Throws HubError, or the signal's reason.
 */
export async function pull(
  name: string,
  host: PullHost,
  report: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<Pull> {
  const address = parseGgufAddress(name);
  const gguf = parseGgufName(name);
  if (address !== null || gguf !== null) {
    const path =
      address !== null
        ? await pullGgufAt(address, host, report, signal)
        : await pullGguf(gguf!, host, report, signal);
    return { path, files: [{ path: gguf?.file ?? name, downloaded: true }] };
  }
  const repository = parseRepository(name);
  if (repository === null) {
    throw new HubError(
      `${name} is no name of a model: it has to be org/name, org/name@revision, org/name:file.gguf or an address of a GGUF file.`,
    );
  }
  const { snapshot, files } = await pullTokenizer(repository, host, report, signal);
  return { path: snapshot, files };
}
