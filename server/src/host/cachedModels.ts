/** Models in this machine's Hugging Face cache that have a tokenizer that can be read. */
import { cachedSnapshot, holdsTokenizer, hubCacheFolder, parseRepository } from '../tokenizer/index.ts';
import type { Environment, FolderReader } from '../tokenizer/index.ts';

const PREFIX = 'models--';

/** Names as the setting takes them (`Qwen/Qwen3-8B`), sorted. */
export async function cachedModels(
  reader: FolderReader,
  environment: Environment,
): Promise<readonly string[]> {
  const cache = hubCacheFolder(environment);
  if (cache === null) return [];
  const names = (await reader.list(cache))
    .filter((entry) => entry.startsWith(PREFIX))
    .map((entry) => entry.slice(PREFIX.length).replaceAll('--', '/'));
  const usable = await Promise.all(names.map((name) => hasTokenizer(reader, cache, name)));
  return names.filter((_, index) => usable[index]).sort();
}

async function hasTokenizer(reader: FolderReader, cache: string, name: string): Promise<boolean> {
  const repository = parseRepository(name);
  const snapshot = repository && (await cachedSnapshot(reader, cache, repository));
  return snapshot ? holdsTokenizer(reader, snapshot) : false;
}
