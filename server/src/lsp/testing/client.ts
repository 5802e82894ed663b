/** A language client in the same process as the server it talks to, over streams in memory. */
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import {
  CancellationTokenSource,
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type {
  CancellationToken,
  ClientCapabilities,
  Diagnostic,
  DocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import type { ServerRequests, StatusParams } from '../../../../protocol/server.ts';
import { confirmInPython, defaultPython } from '../../host/confirmInPython.ts';
import { filePathOf } from '../../host/filePath.ts';
import { shippedKitPrograms } from '../../host/kitPrograms.ts';
import { templateCopies } from '../../host/templateCopies.ts';
import { templateConfig } from '../../host/templateConfig.ts';
import { loadTemplateParser } from '../../host/templateParser.ts';
import { spawnNodeWorker } from '../../host/nodeWorker.ts';
import type { WorkerTransport } from '../../worker/transport.ts';
import { startServer } from '../server.ts';
import type { ServerHost } from '../server.ts';

const require = createRequire(import.meta.url);
const templateParser = loadTemplateParser(
  fileURLToPath(new URL('../../../../syntaxes/tree-sitter', import.meta.url)),
  dirname(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
);

/** Bundles a worker's source, as the build does; returns the bundle's path. */
export function bundleWorker(source: string): string {
  const outfile = join(mkdtempSync(join(tmpdir(), 'chat-template-worker-')), 'worker.cjs');
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    define: { 'import.meta.dirname': '__dirname' },
    logLevel: 'error',
  });
  return outfile;
}

export interface ClientOptions {
  readonly worker: string;
  readonly syntaxError: ServerHost['syntaxError'];
  readonly folder?: string;
  readonly limits?: ServerHost['limits'];
  readonly grace?: number;
  readonly heapLimit?: number;
  readonly pull?: boolean;
  readonly delay?: number;
  readonly tokenizer?: string;
}

const PULL: ClientCapabilities = {
  textDocument: { diagnostic: {} },
  workspace: { diagnostics: { refreshSupport: true } },
};

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

export class TestClient {
  readonly published: Published[] = [];
  readonly statuses: StatusParams[] = [];
  readonly errors: string[] = [];
  readonly log: string[] = [];
  readonly workers: WorkerTransport[] = [];
  refreshes = 0;
  lensRefreshes = 0;
  settings: { tokenizer?: string; python?: string; check?: { delay: number } };
  private readonly connection;
  private readonly listeners = new Set<() => void>();

  private constructor(private readonly options: ClientOptions) {
    this.settings = { tokenizer: options.tokenizer, check: { delay: options.delay ?? 5 } };
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
    startServer(server, {
      version: 'test',
      syntaxError: options.syntaxError,
      templateParser: () => templateParser,
      configFor: templateConfig,
      pathOf: filePathOf,
      confirmInPython: (python, ...asked) => confirmInPython(python ?? defaultPython, ...asked),
      kitPrograms: shippedKitPrograms,
      copiesOf: templateCopies,
      cachedModels: () => Promise.resolve(['Qwen/Qwen3-8B']),
      spawnWorker: () => this.spawn(),
      limits: options.limits,
      grace: options.grace,
    });
    server.listen();
    this.connection = createProtocolConnection(
      new StreamMessageReader(toClient),
      new StreamMessageWriter(toServer),
    );
    this.listen();
  }

  static async start(options: ClientOptions): Promise<TestClient> {
    const client = new TestClient(options);
    const { folder, pull } = options;
    await client.connection.sendRequest('initialize', {
      processId: null,
      rootUri: folder ? pathToFileURL(folder).href : null,
      capabilities: {
        ...(pull ? PULL : {}),
        workspace: {
          ...(pull ? PULL.workspace : {}),
          configuration: true,
          codeLens: { refreshSupport: true },
        },
      },
      initializationOptions: { rulePage: 'https://example.org/{code}' },
    });
    await client.connection.sendNotification('initialized', {});
    return client;
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    this.connection.dispose();
  }

  open(uri: string, text: string, version = 1): void {
    const textDocument = { uri, languageId: 'chat-template', version, text };
    void this.connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  /** Replaces the first `from` with `to` in `text`, which the document has; returns the new text. */
  edit(uri: string, text: string, from: string, to: string, version: number): string {
    const start = text.indexOf(from);
    if (start < 0) throw new Error(`"${from}" is not in the text`);
    const range = { start: positionIn(text, start), end: positionIn(text, start + from.length) };
    const params = { textDocument: { uri, version }, contentChanges: [{ range, text: to }] };
    void this.connection.sendNotification('textDocument/didChange', params);
    return text.slice(0, start) + to + text.slice(start + from.length);
  }

  close(uri: string): void {
    void this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  notify(method: string, params: unknown): void {
    void this.connection.sendNotification(method, params);
  }

  request<T>(method: string, params: unknown): Promise<T> {
    return this.connection.sendRequest(method, params);
  }

  ask<M extends keyof ServerRequests>(
    method: M,
    params: ServerRequests[M]['params'],
    token?: CancellationToken,
  ): Promise<ServerRequests[M]['result']> {
    return token
      ? this.connection.sendRequest(method, params, token)
      : this.connection.sendRequest(method, params);
  }

  pull(uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    return this.request('textDocument/diagnostic', { textDocument: { uri }, previousResultId });
  }

  pullThenCancel(uri: string): Promise<DocumentDiagnosticReport> {
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri } };
    const report = this.connection.sendRequest<DocumentDiagnosticReport>(
      'textDocument/diagnostic',
      params,
      source.token,
    );
    source.cancel();
    return report;
  }

  /** The first published diagnostics, past or to come, that `accept` takes. */
  diagnostics(uri: string, accept: (published: Published) => boolean): Promise<readonly Diagnostic[]> {
    return this.until(() => this.published.find((p) => p.uri === uri && accept(p))?.diagnostics);
  }

  status(uri: string, accept: (status: StatusParams) => boolean): Promise<StatusParams> {
    return this.until(() => this.statuses.find((status) => status.uri === uri && accept(status)));
  }

  /** Resolves when `found` finds something; a test's own time limit ends the wait. */
  until<T>(found: () => T | undefined | null | false): Promise<T> {
    return new Promise((resolve) => {
      const look = () => {
        const value = found();
        if (!value) return;
        this.listeners.delete(look);
        resolve(value);
      };
      this.listeners.add(look);
      look();
    });
  }

  private listen(): void {
    const { connection } = this;
    connection.onNotification('textDocument/publishDiagnostics', (p: Published) =>
      this.got(this.published, p),
    );
    connection.onNotification('chatTemplate/status', (p: StatusParams) => this.got(this.statuses, p));
    connection.onNotification('window/logMessage', (p: { message: string }) => this.got(this.log, p.message));
    connection.onRequest('window/showMessageRequest', (p: { message: string }) => {
      this.got(this.errors, p.message);
      return null;
    });
    connection.onNotification('window/showMessage', (p: { message: string }) =>
      this.got(this.errors, p.message),
    );
    connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
      items.map(() => this.settings),
    );
    connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes++;
      this.look();
      return null;
    });
    connection.onRequest('workspace/codeLens/refresh', () => {
      this.lensRefreshes++;
      this.look();
      return null;
    });
    connection.onRequest('client/registerCapability', () => null);
    connection.listen();
  }

  private spawn(): WorkerTransport {
    const worker = spawnNodeWorker(this.options.worker, this.options.heapLimit);
    this.workers.push(worker);
    return worker;
  }

  private got<T>(list: T[], item: T): void {
    list.push(item);
    this.look();
  }

  private look(): void {
    for (const look of [...this.listeners]) look();
  }
}

export function positionIn(text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
