/** One content of the cache: downloaded beside its place, checked, and only then put there. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open as openFile, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { HubError, PassingError, type Asked } from './errors.ts';
import { open, retried, type Transport } from './exchange.ts';
import type { ContentHash, RemoteFile } from './repository.ts';

export interface BlobRequest {
  readonly file: RemoteFile;
  readonly address: string;
  readonly asked: Asked;
  /** Folder of the repository's blobs. */
  readonly blobs: string;
  /** Bytes of the file that are here now. */
  readonly progress: (bytes: number) => void;
}

/** The largest vocabularies take some forty megabytes. */
export const MOST_BYTES = 256 * 2 ** 20;

/**
 * Answers whether anything had to be downloaded. What an earlier download left is gone on from; what is cut off or
 * cancelled stays aside for the next. Throws HubError, or the signal's reason.
 */
export async function fetchBlob(
  transport: Transport,
  request: BlobRequest,
  signal: AbortSignal,
): Promise<{ downloaded: boolean }> {
  const { file, blobs, asked, progress } = request;
  const blob = path.join(blobs, file.hash.hex);
  const here = await sizeOf(blob);
  if (here !== null && (file.size === null || file.size === here)) {
    progress(here);
    return { downloaded: false };
  }
  if ((file.size ?? 0) > MOST_BYTES) throw tooLarge(asked);
  await mkdir(blobs, { recursive: true });
  // Taken by renaming: of two downloads of one file, one goes on from the rest and the other starts anew.
  const parked = `${blob}.chat-template.incomplete`;
  const partial = `${blob}.${randomUUID().slice(0, 8)}.incomplete`;
  await rename(parked, partial).catch(() => undefined);
  try {
    await retried(transport, signal, () => complete(transport, request, partial, signal));
  } catch (error) {
    await rename(partial, parked).catch(() => undefined);
    throw error;
  }
  await rename(partial, blob);
  return { downloaded: true };
}

/** Fills the file to its end and checks it. */
async function complete(
  transport: Transport,
  request: BlobRequest,
  partial: string,
  signal: AbortSignal,
): Promise<void> {
  const { file, asked } = request;
  const had = await usablePart(partial, file);
  if (had === 0 || had !== file.size) await append(transport, request, partial, had, signal);
  const whole = (await sizeOf(partial)) ?? 0;
  if (file.size !== null && whole < file.size) {
    throw new PassingError(
      `The download of ${asked.file} of ${asked.repository} was cut off at ${whole} bytes.`,
    );
  }
  if ((await hashOf(partial, whole, file.hash)) === file.hash.hex) return;
  await rm(partial, { force: true });
  const message = `${asked.file} of ${asked.repository} arrived damaged: its ${file.hash.kind} hash is not the one the Hub says.`;
  // What was gone on from may have been bad: once more from the start.
  throw had > 0 ? new PassingError(message) : new HubError(message);
}

async function append(
  transport: Transport,
  { file, address, asked, progress }: BlobRequest,
  partial: string,
  had: number,
  signal: AbortSignal,
): Promise<void> {
  const headers: Record<string, string> = had > 0 ? { range: `bytes=${had}-` } : {};
  const exchange = await open(transport, address, asked, { headers }, signal);
  if (exchange.response.status === 416) {
    await exchange.close();
    await rm(partial, { force: true });
    throw new PassingError(`${asked.file} of ${asked.repository} can't be gone on with.`);
  }
  let at = startOf(exchange.response, had) ?? 0;
  if (at !== had) await truncate(partial, 0).catch(() => undefined);
  const limit = file.size ?? MOST_BYTES;
  const handle = await openFile(partial, 'a');
  try {
    for await (const chunk of exchange.chunks()) {
      at += chunk.length;
      if (at > limit) {
        if (file.size === null) throw tooLarge(asked);
        throw new HubError(`${asked.file} of ${asked.repository} is longer than the Hub says.`);
      }
      await handle.write(chunk);
      progress(at);
    }
  } catch (error) {
    // What is too long is worth nothing; what was cut off is.
    if (error instanceof HubError && !(error instanceof PassingError)) await handle.truncate(0);
    throw error;
  } finally {
    await handle.close();
  }
}

/** Where in the file the body of an answer begins; null at the start. */
function startOf(response: Response, asked: number): number | null {
  if (response.status !== 206) return null;
  const start = Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? asked);
  if (start !== asked)
    throw new HubError('The server answers with another part of the file than was asked for.');
  return start;
}

/** How much of an earlier download can be gone on from; more than the file has is none of it. */
async function usablePart(partial: string, file: RemoteFile): Promise<number> {
  const size = (await sizeOf(partial)) ?? 0;
  if (file.size === null || size <= file.size) return size;
  await rm(partial, { force: true });
  return 0;
}

async function hashOf(file: string, size: number, { kind }: ContentHash): Promise<string> {
  const hash = createHash(kind === 'sha256' ? 'sha256' : 'sha1');
  if (kind === 'git-sha1') hash.update(`blob ${size}\0`);
  if (size === 0) return hash.digest('hex');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    (entry) => entry.size,
    () => null,
  );
}

const tooLarge = ({ file, repository }: Asked): HubError =>
  new HubError(`${file} of ${repository} is larger than ${MOST_BYTES / 2 ** 20} MB: no tokenizer is.`);
