/** This machine's files and environment, as the token layer reads them. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { ownCacheFolder, TokenizerError } from '../tokenizer/index.ts';
import type {
  ByteSource,
  Conversions,
  Environment,
  FolderReader,
  TokenizerFiles,
} from '../tokenizer/index.ts';

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

export const nodeEnvironment = (): Environment => ({ variables: process.env, home: homedir() });

/** Kept in the cache folder; a folder that can't be written keeps nothing. */
const conversions: Conversions = {
  async get(key) {
    const text = await readFile(conversionPath(key), 'utf8').catch(() => null);
    try {
      return text === null ? null : (JSON.parse(text) as TokenizerFiles);
    } catch {
      return null;
    }
  },
  async put(key, files) {
    const file = conversionPath(key);
    const fresh = `${file}.${randomUUID().slice(0, 8)}`;
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(fresh, JSON.stringify(files));
      await rename(fresh, file);
    } catch {
      // It is converted again then.
    }
  },
};

const conversionPath = (key: string): string =>
  path.join(ownCacheFolder(nodeEnvironment()) ?? homedir(), 'converted', `${key}.json`);

export const nodeFolders: FolderReader = {
  readText: (file) => unlessAbsent(file, null, () => readFile(file, 'utf8')),
  list: (folder) => unlessAbsent<readonly string[]>(folder, [], () => readdir(folder)),
  open: (file) => unlessAbsent(file, null, () => openSource(file)),
  conversions,
};

async function openSource(file: string): Promise<ByteSource | null> {
  const handle = await open(file);
  if ((await handle.stat()).isFile()) return sourceOf(handle);
  await handle.close();
  return null;
}

const sourceOf = (handle: FileHandle): ByteSource => ({
  async read(from, length) {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  },
  close: () => handle.close(),
});

/** Throws TokenizerError, which names the path, for what is there and can't be read. */
async function unlessAbsent<T>(file: string, otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined && absent.has(code)) return otherwise;
    throw new TokenizerError(message, file);
  }
}
