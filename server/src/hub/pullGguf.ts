/** Downloads the header of a GGUF file, where its tokenizer and its templates are: some megabytes of many thousand. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  ggufAddressPath,
  ggufCacheFolder,
  repositoryFolder,
  type GgufName,
} from '../tokenizer/find/hubCache.ts';
import { readGgufHeader } from '../tokenizer/gguf/header.ts';
import type { ByteSource } from '../tokenizer/gguf/source.ts';
import { TokenizerError } from '../tokenizer/types.ts';
import { HubError, PassingError, type Asked } from './errors.ts';
import { open, retried, type Transport } from './exchange.ts';
import { transportOf, type PullHost, type PullProgress } from './pull.ts';
import { addressOf, askedFor, repositoryInfo } from './repository.ts';
import { writeRef } from './snapshot.ts';

/** Of a file in a repository. Answers with its path in the cache. Throws HubError, or the signal's reason. */
export async function pullGguf(
  { repository, file }: GgufName,
  host: PullHost,
  report: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const transport = await transportOf(host);
  const cache = ggufCacheFolder(host.environment);
  if (cache === null) throw noFolder();
  const { commit, paths } = await repositoryInfo(transport, repository, signal);
  const asked = askedFor(repository, file, transport);
  if (!paths.includes(file)) {
    const others = paths.filter((name) => name.endsWith('.gguf'));
    const has = others.length === 0 ? 'no GGUF file' : others.slice(0, 5).join(', ');
    throw new HubError(`${asked.repository} has no file ${file}; it has ${has}.`);
  }
  const folder = repositoryFolder(cache, repository);
  const target = path.join(folder, 'snapshots', commit, ...file.split('/'));
  await keepHeader(transport, addressOf(transport, repository, commit, file), asked, target, report, signal);
  await writeRef(path.join(folder, 'refs'), repository.revision, commit);
  return target;
}

/** Of a file behind any address. */
export async function pullGgufAt(
  address: string,
  host: PullHost,
  report: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const transport = await transportOf(host);
  const target = await ggufAddressPath(host.environment, address);
  if (target === null) throw noFolder();
  const { host: repository, pathname: file } = new URL(address);
  const asked = { repository, file, hasToken: transport.access.token !== null };
  await keepHeader(transport, address, asked, target, report, signal);
  return target;
}

async function keepHeader(
  transport: Transport,
  address: string,
  asked: Asked,
  target: string,
  report: (progress: PullProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const source = new RemoteSource(transport, address, asked, report, signal);
  const name = path.basename(target);
  const { length } = await readGgufHeader(source, name, () => false).catch((error: unknown) => {
    throw error instanceof TokenizerError ? new HubError(error.message) : error;
  });
  await mkdir(path.dirname(target), { recursive: true });
  const fresh = `${target}.${randomUUID().slice(0, 8)}`;
  await writeFile(fresh, source.received().subarray(0, length));
  await rename(fresh, target);
}

/** Reads a remote file by ranges, from its start on, and keeps what it read. */
class RemoteSource implements ByteSource {
  private readonly parts: Uint8Array[] = [];
  private size = 0;

  constructor(
    private readonly transport: Transport,
    private readonly address: string,
    private readonly asked: Asked,
    private readonly report: (progress: PullProgress) => void,
    private readonly signal: AbortSignal,
  ) {}

  async read(from: number, length: number): Promise<Uint8Array> {
    const bytes = await retried(this.transport, this.signal, () => this.range(from, length));
    this.parts.push(bytes);
    this.size += bytes.length;
    this.report({ file: this.asked.file ?? '', received: this.size, total: this.size });
    return bytes;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  received(): Uint8Array {
    return Buffer.concat(this.parts);
  }

  private async range(from: number, length: number): Promise<Uint8Array> {
    const { transport, address, asked, signal } = this;
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    const exchange = await open(transport, address, asked, { headers }, signal);
    const { status, headers: answer } = exchange.response;
    if (status === 416) {
      await exchange.close();
      return new Uint8Array(0);
    }
    if (status !== 206 || !(answer.get('content-range') ?? '').startsWith(`bytes ${from}-`)) {
      await exchange.close();
      throw new HubError(
        `${new URL(address).host} does not answer with a part of a file, and all of ${asked.file} is not downloaded for its header. ` +
          'Download the file, and name its path.',
      );
    }
    const chunks: Uint8Array[] = [];
    let received = 0;
    for await (const chunk of exchange.chunks()) {
      chunks.push(chunk);
      received += chunk.length;
      if (received > length)
        throw new HubError(`${new URL(address).host} answers with more than was asked for.`);
    }
    const announced = Number(answer.get('content-length') ?? received);
    if (received < announced) throw new PassingError(`${new URL(address).host} cut off its answer.`);
    return Buffer.concat(chunks);
  }
}

const noFolder = (): HubError => new HubError('There is no folder to download to. Set XDG_CACHE_HOME.');
