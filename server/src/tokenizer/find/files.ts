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
}

/** The files of a tokenizer in a folder; null if there is no tokenizer.json. */
export async function readTokenizerFiles(
  reader: FolderReader,
  folder: string,
): Promise<TokenizerFiles | null> {
  const tokenizer = await reader.readText(joined(folder, 'tokenizer.json'));
  if (tokenizer === null) return null;
  const [tokenizerConfig, generationConfig, specialTokensMap] = await Promise.all(
    ['tokenizer_config.json', 'generation_config.json', 'special_tokens_map.json'].map((file) =>
      reader.readText(joined(folder, file)),
    ),
  );
  return {
    tokenizer,
    tokenizerConfig: tokenizerConfig ?? null,
    generationConfig: generationConfig ?? null,
    specialTokensMap: specialTokensMap ?? null,
  };
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
