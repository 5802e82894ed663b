import { sha256Hex } from '../files/sha256.ts';
import { joined, nameOf, type FolderReader } from './files.ts';

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

/** A GGUF file of a repository. */
export interface GgufName {
  readonly repository: Repository;
  /** Its path in the repository. */
  readonly file: string;
}

/** `org/name:file.gguf` or `org/name@revision:file.gguf`; null if it is no such name. */
export function parseGgufName(text: string): GgufName | null {
  const colon = text.indexOf(':');
  const repository = colon < 0 ? null : parseRepository(text.slice(0, colon));
  const file = text.slice(colon + 1);
  const isFile =
    /^[\w. +()[\]/-]+\.gguf$/i.test(file) && file.split('/').every((part) => !/^\.{0,2}$/.test(part));
  return repository === null || !isFile ? null : { repository, file };
}

/** `https://.../file.gguf`, without query and fragment; null for anything else. */
export function parseGgufAddress(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  return pathname.toLowerCase().endsWith('.gguf') ? origin + pathname : null;
}

/** Where this project keeps what it downloaded or made and what Python has no place for; null if nothing says where. */
export function ownCacheFolder({ variables, home }: Environment): string | null {
  const general = variables['XDG_CACHE_HOME'];
  if (general !== undefined && general !== '') return joined(expandHome(general, home), 'chat-template');
  return home === null ? null : joined(home, '.cache', 'chat-template');
}

/** Headers of remote GGUF files, by repository as in the Hub's cache: a file that is not whole must not lie in that. */
export const ggufCacheFolder = (environment: Environment): string | null => {
  const folder = ownCacheFolder(environment);
  return folder === null ? null : joined(folder, 'gguf');
};

/** The header of the file at an address. */
export async function ggufAddressPath(environment: Environment, address: string): Promise<string | null> {
  const folder = ggufCacheFolder(environment);
  return folder === null ? null : joined(folder, 'addresses', await sha256Hex(address), nameOf(address));
}

/** The folder of everything that `huggingface_hub` keeps, by the variables that it obeys; null if nothing says where. */
export function huggingFaceHome({ variables, home }: Environment): string | null {
  const hub = variables['HF_HOME'];
  if (hub !== undefined && hub !== '') return expandHome(hub, home);
  const general = variables['XDG_CACHE_HOME'];
  if (general !== undefined && general !== '') return joined(expandHome(general, home), 'huggingface');
  return home === null ? null : joined(home, '.cache', 'huggingface');
}

/** The folder of the cache of repositories; null if nothing says where. */
export function hubCacheFolder(environment: Environment): string | null {
  const { variables, home } = environment;
  const cache = variables['HF_HUB_CACHE'] ?? variables['HUGGINGFACE_HUB_CACHE'];
  if (cache !== undefined && cache !== '') return expandHome(cache, home);
  const folder = huggingFaceHome(environment);
  return folder === null ? null : joined(folder, 'hub');
}

/** The folder of a repository in a cache. */
export function repositoryFolder(cacheFolder: string, { name }: Repository): string {
  return joined(cacheFolder, `models--${name.replaceAll('/', '--')}`);
}

/** The snapshot folder of a cached repository at a revision (branch, tag or commit); null if it is not cached. */
export async function cachedSnapshot(
  reader: FolderReader,
  cacheFolder: string,
  repository: Repository,
): Promise<string | null> {
  const folder = repositoryFolder(cacheFolder, repository);
  const commit = (await reader.readText(joined(folder, 'refs', repository.revision)))?.trim();
  const snapshots = await reader.list(joined(folder, 'snapshots'));
  if (commit !== undefined && snapshots.includes(commit)) return joined(folder, 'snapshots', commit);
  if (snapshots.includes(repository.revision)) return joined(folder, 'snapshots', repository.revision);
  // Some downloaders write no refs. With one snapshot there is no doubt which is meant.
  const onlyOne = commit === undefined && repository.revision === DEFAULT_REVISION && snapshots.length === 1;
  return onlyOne ? joined(folder, 'snapshots', snapshots[0]!) : null;
}

/** A path that may start with `~`. */
export function expandHome(path: string, home: string | null): string {
  return home !== null && /^~(?=$|[\\/])/.test(path) ? home + path.slice(1) : path;
}
