import { joined, type FolderReader } from './files.ts';

/** What decides where the Hugging Face cache lies; the host passes its own. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The person's home folder; null where there is none (a browser). */
  readonly home: string | null;
}

const REPOSITORY = /^([\w.-]+(?:\/[\w.-]+)?)(?:@([\w./-]+))?$/;
const DEFAULT_REVISION = 'main';

export interface Repository {
  readonly name: string;
  readonly revision: string;
}

/** `org/name` or `org/name@revision`; null if it is no such name. */
export function parseRepository(text: string): Repository | null {
  const found = REPOSITORY.exec(text);
  if (found === null || /(^|\/)\.{1,2}(\/|$)/.test(`${found[1]!}/${found[2] ?? ''}`)) return null;
  return { name: found[1]!, revision: found[2] ?? DEFAULT_REVISION };
}

/** The folder of the cache, by the variables that `huggingface_hub` obeys; null if nothing says where. */
export function hubCacheFolder({ variables, home }: Environment): string | null {
  const cache = variables['HF_HUB_CACHE'] ?? variables['HUGGINGFACE_HUB_CACHE'];
  if (cache !== undefined && cache !== '') return expanded(cache, home);
  const hub = variables['HF_HOME'];
  if (hub !== undefined && hub !== '') return joined(expanded(hub, home), 'hub');
  const general = variables['XDG_CACHE_HOME'];
  if (general !== undefined && general !== '') return joined(expanded(general, home), 'huggingface', 'hub');
  return home === null ? null : joined(home, '.cache', 'huggingface', 'hub');
}

/** The snapshot folder of a cached repository at a revision (branch, tag or commit); null if it is not cached. */
export async function cachedSnapshot(
  reader: FolderReader,
  cacheFolder: string,
  repository: Repository,
): Promise<string | null> {
  const folder = joined(cacheFolder, `models--${repository.name.replaceAll('/', '--')}`);
  const commit = (await reader.readText(joined(folder, 'refs', repository.revision)))?.trim();
  const snapshots = await reader.list(joined(folder, 'snapshots'));
  if (commit !== undefined && snapshots.includes(commit)) return joined(folder, 'snapshots', commit);
  if (snapshots.includes(repository.revision)) return joined(folder, 'snapshots', repository.revision);
  // Some downloaders write no refs. With one snapshot there is no doubt which is meant.
  const onlyOne = commit === undefined && repository.revision === DEFAULT_REVISION && snapshots.length === 1;
  return onlyOne ? joined(folder, 'snapshots', snapshots[0]!) : null;
}

function expanded(path: string, home: string | null): string {
  return home !== null && /^~(?=$|[\\/])/.test(path) ? home + path.slice(1) : path;
}
