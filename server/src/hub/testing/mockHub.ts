/** A hub on loopback with the manners of the real one, and with the faults that a test asks for. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MockRepository {
  readonly commit: string;
  /** Path to content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Large files: kept on the storage server, told by SHA-256. */
  readonly large?: readonly string[];
  /** The token that opens it. */
  readonly token?: string;
  readonly gated?: boolean;
  /** Leaves sizes and hashes out of the list of files, as some mirrors do. */
  readonly listsNamesOnly?: boolean;
}

/** What goes wrong when a file is asked for: each fault once, in order, then nothing. */
export type Fault =
  | { readonly kind: 'cut'; readonly after: number }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: 'damage' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'ignore-range' }
  | { readonly kind: 'surplus' };

export interface MockRequest {
  readonly server: 'hub' | 'storage';
  readonly method: string;
  readonly url: string;
  readonly range: string | null;
  readonly authorization: string | null;
}

export class MockHub {
  readonly requests: MockRequest[] = [];
  readonly faults = new Map<string, Fault[]>();
  private constructor(
    private readonly repositories: Readonly<Record<string, MockRepository>>,
    private readonly hub: Server,
    private readonly storage: Server,
  ) {}

  static async start(repositories: Readonly<Record<string, MockRepository>>): Promise<MockHub> {
    const [hub, storage] = [createServer(), createServer()];
    const mock = new MockHub(repositories, hub, storage);
    hub.on('request', (request, response) => mock.answer('hub', request, response));
    storage.on('request', (request, response) => mock.answer('storage', request, response));
    for (const server of [hub, storage]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    }
    return mock;
  }

  get endpoint(): string {
    return addressOf(this.hub);
  }

  /** Requests for files, not for lists of them. */
  get fileRequests(): MockRequest[] {
    return this.requests.filter(({ url }) => !url.startsWith('/api/'));
  }

  async stop(): Promise<void> {
    for (const server of [this.hub, this.storage]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  private answer(server: 'hub' | 'storage', request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const { range = null, authorization = null } = headers;
    this.requests.push({ server, method, url, range, authorization });
    const list = /^\/api\/models\/(.+?)\/revision\/([^/?]+)(\?.*)?$/.exec(url);
    if (list) return this.list(decodeURIComponent(list[1]!), decodeURIComponent(list[2]!), request, response);
    const [, name = '', commit = '', file = ''] = /^\/(.+)\/resolve\/([^/]+)\/(.+)$/.exec(url) ?? [];
    return this.file(server, name, decodeURIComponent(commit), decodeURIComponent(file), request, response);
  }

  private list(name: string, revision: string, request: IncomingMessage, response: ServerResponse): void {
    const fault = this.faults.get('list')?.shift();
    if (fault?.kind === 'status') return refuse(response, fault.status, null, fault.headers);
    const repository = this.repositories[name];
    if (!repository) return refuse(response, 401, 'RepoNotFound');
    if (!mayRead(repository, request)) {
      return repository.gated ? refuse(response, 403, 'GatedRepo') : refuse(response, 401, 'RepoNotFound');
    }
    if (!['main', 'v1', 'refs/pr/1', repository.commit].includes(revision)) {
      return refuse(response, 404, 'RevisionNotFound');
    }
    const siblings = Object.keys(repository.files).map((path) =>
      repository.listsNamesOnly === true
        ? { rfilename: path }
        : {
            rfilename: path,
            size: bytesOf(repository, path).length,
            blobId: gitHash(bytesOf(repository, path)),
            ...(repository.large?.includes(path)
              ? { lfs: { sha256: sha256(bytesOf(repository, path)) } }
              : {}),
          },
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: name, sha: repository.commit, siblings }));
  }

  private file(
    server: 'hub' | 'storage',
    name: string,
    commit: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const repository = this.repositories[name];
    if (!repository) return refuse(response, 404, 'RepoNotFound');
    if (server === 'hub' && !mayRead(repository, request)) {
      return repository.gated ? refuse(response, 403, 'GatedRepo') : refuse(response, 401, 'RepoNotFound');
    }
    if (!(path in repository.files) || !['main', repository.commit].includes(commit)) {
      return refuse(response, 404, 'EntryNotFound');
    }
    const bytes = bytesOf(repository, path);
    const isLarge = repository.large?.includes(path) === true;
    const etag = isLarge ? sha256(bytes) : gitHash(bytes);
    if (server === 'hub' && isLarge) {
      response.writeHead(302, {
        location: `${addressOf(this.storage)}${request.url}`,
        'x-linked-etag': `"${etag}"`,
        'x-linked-size': String(bytes.length),
        'x-repo-commit': repository.commit,
      });
      response.end();
      return;
    }
    const fault = request.method === 'GET' ? this.faults.get(path)?.shift() : undefined;
    send(response, request, bytes, server === 'hub' ? etag : 'of-the-storage', fault);
  }
}

function send(
  response: ServerResponse,
  request: IncomingMessage,
  bytes: Uint8Array,
  etag: string,
  fault: Fault | undefined,
): void {
  if (fault?.kind === 'silence') return;
  if (fault?.kind === 'status') return refuse(response, fault.status, null, fault.headers);
  response.setHeader('etag', `"${etag}"`);
  const range =
    fault?.kind === 'ignore-range' ? null : /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const from = Number(range?.[1] ?? 0);
  if (range && from >= bytes.length) return refuse(response, 416, null);
  const to = range?.[2] ? Math.min(Number(range[2]) + 1, bytes.length) : bytes.length;
  let body = Buffer.from(bytes.subarray(from, to));
  if (range) response.writeHead(206, { 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` });
  else if (fault?.kind !== 'surplus') response.setHeader('content-length', body.length);
  if (fault?.kind === 'damage') body = Buffer.from(body.map((byte) => byte ^ 1));
  if (fault?.kind === 'surplus') body = Buffer.concat([body, Buffer.from('more')]);
  if (request.method === 'HEAD') return void response.end();
  if (fault?.kind === 'cut') {
    // A broken line takes with it what was not read yet: let that be read.
    response.write(body.subarray(0, fault.after), () => setTimeout(() => response.destroy(), 50));
    return;
  }
  response.end(body);
}

function refuse(
  response: ServerResponse,
  status: number,
  code: string | null,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { ...headers, ...(code === null ? {} : { 'x-error-code': code }) });
  response.end();
}

const mayRead = ({ token }: MockRepository, { headers }: IncomingMessage): boolean =>
  token === undefined || headers.authorization === `Bearer ${token}`;

function bytesOf({ files }: MockRepository, path: string): Uint8Array {
  const content = files[path] ?? '';
  return typeof content === 'string' ? Buffer.from(content) : content;
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const gitHash = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
