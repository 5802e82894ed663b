/** Models in this machine's Hugging Face cache that have a tokenizer that can be read. */
import {
  cachedSnapshot,
  ggufCacheFolder,
  holdsTokenizer,
  hubCacheFolder,
  parseRepository,
} from '../tokenizer/index.ts';
import type { Environment, FolderReader } from '../tokenizer/index.ts';

const PREFIX = 'models--';

/** Names as the setting takes them (`Qwen/Qwen3-8B`, `org/name:file.gguf`), sorted. */
export async function cachedModels(
  reader: FolderReader,
  environment: Environment,
): Promise<readonly string[]> {
  const [models, headers] = await Promise.all([
    withTokenizer(reader, hubCacheFolder(environment)),
    pulledHeaders(reader, ggufCacheFolder(environment)),
  ]);
  return [...models, ...headers].sort();
}

async function withTokenizer(reader: FolderReader, cache: string | null): Promise<string[]> {
  if (cache === null) return [];
  const names = await modelsIn(reader, cache);
  const usable = await Promise.all(names.map((name) => hasTokenizer(reader, cache, name)));
  return names.filter((_, index) => usable[index]);
}

async function pulledHeaders(reader: FolderReader, cache: string | null): Promise<string[]> {
  if (cache === null) return [];
  const names = await modelsIn(reader, cache);
  const files = await Promise.all(
    names.map(async (name) => {
      const snapshot = await snapshotOf(reader, cache, name);
      const entries = snapshot === null ? [] : await reader.list(snapshot);
      return entries.filter((entry) => entry.endsWith('.gguf')).map((entry) => `${name}:${entry}`);
    }),
  );
  return files.flat();
}

async function modelsIn(reader: FolderReader, cache: string): Promise<string[]> {
  return (await reader.list(cache))
    .filter((entry) => entry.startsWith(PREFIX))
    .map((entry) => entry.slice(PREFIX.length).replaceAll('--', '/'));
}

async function hasTokenizer(reader: FolderReader, cache: string, name: string): Promise<boolean> {
  const snapshot = await snapshotOf(reader, cache, name);
  return snapshot === null ? false : holdsTokenizer(reader, snapshot);
}

async function snapshotOf(reader: FolderReader, cache: string, name: string): Promise<string | null> {
  const repository = parseRepository(name);
  return repository === null ? null : cachedSnapshot(reader, cache, repository);
}
