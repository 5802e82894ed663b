/**
 * Downloads the tokenizer of a model into the Hugging Face cache.
 *
 * `@huggingface/hub` also writes that cache, but checks no hash, goes on from no partial file, knows no time-out, takes
 * no signal, names some blobs otherwise than Python does, and writes no ref for a single file; what would be left of it
 * is one request.
 */
import path from 'node:path';
import {
  hubCacheFolder,
  repositoryFolder,
  type Environment,
  type Repository,
} from '../tokenizer/find/hubCache.ts';
import { hubAccess } from './access.ts';
import { fetchBlob } from './blob.ts';
import { HubError } from './errors.ts';
import { TRANSPORT_LIMITS, type Transport } from './exchange.ts';
import { addressOf, askedFor, remoteFile, repositoryInfo, type RepositoryInfo } from './repository.ts';
import { placeInSnapshot, writeRef } from './snapshot.ts';
import { wantedFiles } from './wanted.ts';

export interface PullHost {
  /** The host's own: it knows the person's proxy. */
  readonly fetch: typeof fetch;
  readonly environment: Environment;
  readonly limits?: Pick<Transport, 'idle' | 'waits'>;
}

export interface PullProgress {
  /** The file that is being downloaded. */
  readonly file: string;
  /** Bytes of all files: here, and in all as far as the Hub says. */
  readonly received: number;
  readonly total: number;
}

export interface Pulled {
  readonly commit: string;
  /** Folder of the files. */
  readonly snapshot: string;
  readonly files: readonly { readonly path: string; readonly downloaded: boolean }[];
}

/** Throws HubError; where the signal ends it, its reason, and nothing half done can be taken for whole. */
export async function pullTokenizer(
  repository: Repository,
  host: PullHost,
  report: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<Pulled> {
  const transport = await transportOf(host);
  const folder = repositoryFolder(cacheFolder(host.environment), repository);
  const info = await repositoryInfo(transport, repository, signal);
  const wanted = filesOf(info, repository);
  const known = await Promise.all(
    wanted.map(
      async (file) => info.files.get(file) ?? remoteFile(transport, repository, info.commit, file, signal),
    ),
  );
  const total = known.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const blobs = path.join(folder, 'blobs');
  const files: { path: string; downloaded: boolean }[] = [];
  let done = 0;
  for (const file of known) {
    const address = addressOf(transport, repository, info.commit, file.path);
    let here = 0;
    const progress = (bytes: number): void => {
      here = bytes;
      report({ file: file.path, received: done + bytes, total });
    };
    const asked = askedFor(repository, file.path, transport);
    const { downloaded } = await fetchBlob(transport, { file, address, asked, blobs, progress }, signal);
    done += here;
    files.push({ path: file.path, downloaded });
  }
  // Only now: a snapshot with some of its files would look like a tokenizer that has no others.
  const snapshot = path.join(folder, 'snapshots', info.commit);
  for (const file of known) {
    await placeInSnapshot(path.join(blobs, file.hash.hex), path.join(snapshot, ...file.path.split('/')));
  }
  await writeRef(path.join(folder, 'refs'), repository.revision, info.commit);
  return { commit: info.commit, snapshot, files };
}

export async function transportOf({ fetch, environment, limits }: PullHost): Promise<Transport> {
  return { fetch, access: await hubAccess(environment), ...(limits ?? TRANSPORT_LIMITS) };
}

function cacheFolder(environment: Environment): string {
  const folder = hubCacheFolder(environment);
  if (folder === null) throw new HubError('There is no folder to download to. Set HF_HOME.');
  return folder;
}

function filesOf(info: RepositoryInfo, { name }: Repository): readonly string[] {
  const { files, hasVocabulary } = wantedFiles(info.paths);
  if (hasVocabulary) return files;
  const gguf = info.paths.filter((file) => file.endsWith('.gguf'));
  if (gguf.length === 0)
    throw new HubError(`${name} holds no tokenizer: no tokenizer.json and no other form of one.`);
  throw new HubError(
    `${name} holds no tokenizer.json, but GGUF files, which have a tokenizer in their header. Name one: ` +
      `${gguf
        .slice(0, 3)
        .map((file) => `${name}:${file}`)
        .join(', ')}${gguf.length > 3 ? ', ...' : ''}.`,
  );
}
