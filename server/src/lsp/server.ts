/** The language server, apart from the process it runs in: wires features to a connection. */
import { CodeActionKind, LSPErrorCodes, ResponseError, TextDocumentSyncKind } from 'vscode-languageserver';
import type {
  CancellationToken,
  Connection,
  InitializeParams,
  InitializeResult,
  ServerCapabilities,
} from 'vscode-languageserver';
import type { PythonAnswers, RenderToConfirm } from '../../../protocol/confirmation.ts';
import type { InitializationOptions, ServerRequests } from '../../../protocol/server.ts';
import type { CheckSettings, JobKind } from '../../../protocol/worker.ts';
import type { KitFile } from '../certify/kit/files.ts';
import type { TemplateError } from '../jinja/api.ts';
import type { TemplateParser } from '../language/index.ts';
import type { TemplateCopy } from '../tokenizer/index.ts';
import { Supervisor } from '../worker/supervisor.ts';
import type { WorkerTransport } from '../worker/transport.ts';
import { compareEngines, confirmWithPython } from './asked.ts';
import { certificate, certificateFile, testCases } from './certificate.ts';
import { checkLog } from './checkLog.ts';
import { Checks } from './checks.ts';
import { codeActions, FIX_ALL } from './codeActions.ts';
import { codeLensFeature } from './codeLens.ts';
import { diagnosticsFeature } from './diagnostics.ts';
import { addLanguageFeatures } from './language/index.ts';
import { statusFeature } from './status.ts';
import { titoKit } from './titoKit.ts';
import { fixProof, roundTrip, tokenDiff, tokens, toolDelta } from './views.ts';

/** What a config file says of one template. */
export interface TemplateConfig {
  readonly settings: CheckSettings;
  /** As the setting `chatTemplate.tokenizer`, with absolute paths; that setting goes before it. */
  readonly tokenizer: string | null;
  /** Globs of absolute paths, with slashes: files of conversations that are read for it. */
  readonly conversations: readonly string[];
  /** What is wrong in the file or in what it names, each with its place. */
  readonly problems: readonly string[];
}

/** What the server's process provides. */
export interface ServerHost {
  /** Why a template does not compile; null where it does. Never throws. */
  syntaxError(source: string): TemplateError | null;
  spawnWorker(): WorkerTransport;
  /** The editor's parser; loading it may take its time. */
  templateParser(): Promise<TemplateParser>;
  /** What the config file says of a template; null for one without a path. Never rejects. */
  configFor(templatePath: string | null): Promise<TemplateConfig>;
  /** Path of a document or folder in the worker's file system; null where it has none. */
  pathOf(uri: string): string | null;
  /**
   * Asks a Python for renders; `python`: as it is set, null for the usual one. Null where the signal ended it; rejects
   * with what to do where there is no such Python.
   */
  confirmInPython(
    python: string | null,
    source: string,
    renders: readonly RenderToConfirm[],
    signal: AbortSignal,
  ): Promise<PythonAnswers | null>;
  /** The programs that come with a kit. */
  kitPrograms(): Promise<readonly KitFile[]>;
  /** Other copies of a template in its folder. Never rejects. */
  copiesOf(templatePath: string, source: string): Promise<readonly TemplateCopy[]>;
  /** Names of models in the local cache that have a tokenizer. */
  cachedModels(): Promise<readonly string[]>;
  readonly version: string;
  /** Milliseconds a job may take, where they differ from the usual. */
  readonly limits?: Partial<Record<JobKind, number>>;
  /** Milliseconds a job that was asked to stop may go on. */
  readonly grace?: number;
}

/** Milliseconds: a check that takes longer is of a template that runs away. */
const LIMITS: Readonly<Record<JobKind, number>> = {
  certify: 10_000,
  prove: 60_000,
  fixAll: 60_000,
  tokenDiff: 10_000,
  toolDelta: 10_000,
  tokens: 10_000,
  roundTrip: 10_000,
  titoKit: 30_000,
  certificate: 10_000,
  renders: 10_000,
  judge: 60_000,
  engines: 60_000,
  testCases: 10_000,
  tokenizer: 30_000,
};
/** Long enough on a busy machine: a worker that is ended loses its tokenizers. */
const GRACE = 3_000;

/** Call before `connection.listen()`. */
export function startServer(connection: Connection, host: ServerHost): void {
  connection.onInitialize((params) => initialize(connection, host, params));
}

function initialize(connection: Connection, host: ServerHost, params: InitializeParams): InitializeResult {
  const supervisor = new Supervisor({
    spawn: () => host.spawnWorker(),
    limits: { ...LIMITS, ...host.limits },
    grace: host.grace ?? GRACE,
    log: (message) => connection.console.error(message),
    restarted: () => checks.workerRestarted(),
  });
  const checks = new Checks(connection, host, supervisor, params);

  connection.onInitialized(() => checks.follow());
  connection.onShutdown(() => {
    checks.dispose();
    supervisor.dispose();
  });
  // Before the first document comes: its start is not part of the first answer.
  supervisor.warmUp();

  const asked = { connection, checks, supervisor, host };
  answer(connection, 'chatTemplate/confirmWithPython', (request, token) =>
    confirmWithPython(request, token, asked),
  );
  answer(connection, 'chatTemplate/compareEngines', (request, token) =>
    compareEngines(request, token, asked),
  );
  answer(connection, 'chatTemplate/titoKit', (request, token) => titoKit(request, token, asked));
  answer(connection, 'chatTemplate/tokenizers', async ({ uri }) => ({
    names: await host.cachedModels(),
    configured: (await host.configFor(host.pathOf(uri))).tokenizer,
  }));
  return {
    serverInfo: { name: 'Chat Template Studio', version: host.version },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      ...addChecking(connection, checks, supervisor, params, host.version),
      ...addLanguageFeatures(connection, checks, host.templateParser(), params.capabilities),
    },
  };
}

/** Diagnostics, code actions, status and what panels ask. */
function addChecking(
  connection: Connection,
  checks: Checks,
  supervisor: Supervisor,
  { capabilities, initializationOptions }: InitializeParams,
  version: string,
): ServerCapabilities {
  const { rulePage = null } = (initializationOptions ?? {}) as InitializationOptions;
  const diagnostics = diagnosticsFeature({ connection, capabilities, rulePage, checks });
  // Whoever is told that a check is over finds its diagnostics there.
  checks.add(diagnostics);
  checks.add(statusFeature(connection));
  checks.add(codeLensFeature({ connection, capabilities, checks }));
  checks.add(checkLog(connection));

  connection.onCodeAction((request, token) => codeActions(request, token, { rulePage, checks, supervisor }));
  answer(connection, 'chatTemplate/tokenDiff', (request, token) =>
    tokenDiff(request, token, checks, supervisor),
  );
  answer(connection, 'chatTemplate/toolDelta', (request, token) =>
    toolDelta(request, token, checks, supervisor),
  );
  answer(connection, 'chatTemplate/tokens', (request, token) => tokens(request, token, checks, supervisor));
  answer(connection, 'chatTemplate/roundTrip', (request, token) =>
    roundTrip(request, token, checks, supervisor),
  );
  const maker = { checks, supervisor, toolVersion: version };
  answer(connection, 'chatTemplate/certificate', (request, token) => certificate(request, token, maker));
  answer(connection, 'chatTemplate/certificateFile', (request, token) =>
    certificateFile(request, token, maker),
  );
  answer(connection, 'chatTemplate/testCases', (request, token) => testCases(request, token, maker));
  answer(connection, 'chatTemplate/fixProof', (request) => fixProof(request, checks));
  return {
    codeLensProvider: {},
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
    ...(diagnostics.pulled
      ? { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }
      : {}),
  };
}

/** A request of our own protocol, with its types. */
function answer<M extends keyof ServerRequests>(
  connection: Connection,
  method: M,
  handler: (
    params: ServerRequests[M]['params'],
    token: CancellationToken,
  ) => Promise<ServerRequests[M]['result']>,
): void {
  connection.onRequest(method, (params: ServerRequests[M]['params'], token: CancellationToken) =>
    handler(params, token).catch(asTold),
  );
}

/** A person reads the message: it goes out as it is, without the name of the request in front. */
function asTold(failure: unknown): never {
  if (failure instanceof ResponseError) throw failure;
  const message = failure instanceof Error ? failure.message : String(failure);
  throw new ResponseError(LSPErrorCodes.RequestFailed, message);
}
