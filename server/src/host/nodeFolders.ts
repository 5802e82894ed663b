/** This machine's files and environment, as the token layer reads them. */
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { Environment, FolderReader } from '../tokenizer/index.ts';
import { TokenizerError } from '../tokenizer/types.ts';

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

export const nodeFolders: FolderReader = {
  readText: (path) => unlessAbsent(path, null, () => readFile(path, 'utf8')),
  list: (folder) => unlessAbsent<readonly string[]>(folder, [], () => readdir(folder)),
};

export const nodeEnvironment = (): Environment => ({ variables: process.env, home: homedir() });

/** Throws TokenizerError, which names the path, for what is there and can't be read. */
async function unlessAbsent<T>(path: string, otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined && absent.has(code)) return otherwise;
    throw new TokenizerError(message, path);
  }
}
