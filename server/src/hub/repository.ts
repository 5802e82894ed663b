/** What the Hub says of a repository: its commit, and each file with its size and hash. */
import type { Repository } from '../tokenizer/find/hubCache.ts';
import { HubError, type Asked } from './errors.ts';
import { open, retried, type Transport } from './exchange.ts';

/** How the Hub tells a content: git's hash of small files, SHA-256 of large ones. Also the name of its blob. */
export interface ContentHash {
  readonly kind: 'git-sha1' | 'sha256';
  readonly hex: string;
}

export interface RemoteFile {
  readonly path: string;
  /** Bytes; null where the server does not say. */
  readonly size: number | null;
  readonly hash: ContentHash;
}

export interface RepositoryInfo {
  readonly commit: string;
  /** Paths in the repository, as the Hub lists them. */
  readonly paths: readonly string[];
  /** As far as the list says; a mirror may leave it out. */
  readonly files: ReadonlyMap<string, RemoteFile>;
}

const COMMIT = /^[0-9a-f]{40}$/;
const MOST_BYTES = 32 * 2 ** 20;

export const askedFor = (
  { name, revision }: Repository,
  file: string | null,
  { access }: Transport,
): Asked => ({
  repository: revision === 'main' ? name : `${name}@${revision}`,
  file,
  hasToken: access.token !== null,
});

/** Throws HubError. */
export async function repositoryInfo(
  transport: Transport,
  repository: Repository,
  signal: AbortSignal,
): Promise<RepositoryInfo> {
  const { name, revision } = repository;
  const address = `${transport.access.endpoint}/api/models/${name}/revision/${encodeURIComponent(revision)}?blobs=true`;
  const asked = askedFor(repository, null, transport);
  const text = await retried(transport, signal, async () => {
    const exchange = await open(transport, address, asked, {}, signal);
    const decoder = new TextDecoder();
    let body = '';
    for await (const chunk of exchange.chunks()) {
      body += decoder.decode(chunk, { stream: true });
      if (body.length > MOST_BYTES)
        throw new HubError(`${address} answers with more than can be a list of files.`);
    }
    return body;
  });
  return infoIn(text, address);
}

/** Size and hash of one file, from the headers of its address. Throws HubError. */
export async function remoteFile(
  transport: Transport,
  repository: Repository,
  commit: string,
  path: string,
  signal: AbortSignal,
): Promise<RemoteFile> {
  const address = addressOf(transport, repository, commit, path);
  return retried(transport, signal, async () => {
    const exchange = await open(
      transport,
      address,
      askedFor(repository, path, transport),
      { method: 'HEAD' },
      signal,
    );
    await exchange.close();
    const { first, response } = exchange;
    const etag = first.get('x-linked-etag') ?? first.get('etag') ?? response.headers.get('etag');
    const hash = etag === null ? null : hashIn(etag.replace(/^W\//, '').replace(/^"|"$/g, ''));
    if (hash === null)
      throw new HubError(`${address} does not say the hash of the file, so it can't be checked.`);
    const size = Number(first.get('x-linked-size') ?? response.headers.get('content-length') ?? NaN);
    return { path, size: Number.isInteger(size) ? size : null, hash };
  });
}

export function addressOf(transport: Transport, { name }: Repository, commit: string, path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${transport.access.endpoint}/${name}/resolve/${encodeURIComponent(commit)}/${encoded}`;
}

function infoIn(text: string, address: string): RepositoryInfo {
  const info = parsed(text);
  const commit = info?.['sha'];
  const siblings = info?.['siblings'];
  if (typeof commit !== 'string' || !COMMIT.test(commit) || !Array.isArray(siblings)) {
    throw new HubError(`${address} does not answer as the Hub does. Is HF_ENDPOINT right?`);
  }
  const paths: string[] = [];
  const files = new Map<string, RemoteFile>();
  for (const entry of siblings as unknown[]) {
    const { rfilename: path, size, blobId, lfs } = fieldsOf(entry);
    if (typeof path !== 'string' || !isSafe(path)) continue;
    paths.push(path);
    const large = fieldsOf(lfs)['sha256'];
    const hash = hashIn(typeof large === 'string' ? large : typeof blobId === 'string' ? blobId : '');
    if (hash !== null) files.set(path, { path, size: typeof size === 'number' ? size : null, hash });
  }
  return { commit, paths, files };
}

/** A path that stays inside its folder on every system. */
const isSafe = (path: string): boolean =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part));

function hashIn(text: string): ContentHash | null {
  if (/^[0-9a-f]{64}$/.test(text)) return { kind: 'sha256', hex: text };
  return /^[0-9a-f]{40}$/.test(text) ? { kind: 'git-sha1', hex: text } : null;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
