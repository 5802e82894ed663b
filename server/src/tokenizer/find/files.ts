import type { ByteSource } from '../gguf/source.ts';
import type { TokenizerFiles } from '../types.ts';

/**
 * Reads files for the token layer. Paths are whatever the host uses, file paths or URIs: they are only ever extended
 * with `/name`, which every system accepts, and shortened at a separator.
 */
export interface FolderReader {
  /** Null where there is no such file. */
  readText(path: string): Promise<string | null>;
  /** Names of the entries of a folder; empty where there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** For files that are too large to be read whole; null where there is no such file. To be closed. */
  open(path: string): Promise<ByteSource | null>;
  /** Where conversions are kept; absent: nowhere. */
  readonly conversions?: Conversions;
}

/** Tokenizers that were converted, by a digest of what they were made of. Neither method rejects. */
export interface Conversions {
  get(key: string): Promise<TokenizerFiles | null>;
  put(key: string, files: TokenizerFiles): Promise<void>;
}

export function joined(folder: string, ...names: readonly string[]): string {
  return [folder.replace(/[\\/]+$/, ''), ...names].join('/');
}

/** The folder that holds a file or folder; '' at the top. */
export function parentOf(path: string): string {
  return path.replace(/[\\/]+$/, '').replace(/[\\/]?[^\\/]*$/, '');
}

export function nameOf(path: string): string {
  return /[^\\/]*$/.exec(path.replace(/[\\/]+$/, ''))![0];
}
