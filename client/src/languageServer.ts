/** The language server's process and what is asked of it. */
import * as vscode from 'vscode';
import {
  DidChangeWatchedFilesNotification,
  LanguageClient,
  RevealOutputChannelOn,
  TransportKind,
} from 'vscode-languageclient/node';
import type {
  InitializationOptions,
  ServerNotifications,
  ServerRequests,
  StatusParams,
} from '../../protocol/server.ts';
import { LANGUAGE_ID, SELECTOR, TEMPLATE_FILES } from './templates.ts';

const STATUS: keyof ServerNotifications = 'chatTemplate/status';

export class LanguageServer implements vscode.Disposable {
  private readonly client: LanguageClient;
  private readonly statuses = new Map<string, StatusParams>();
  private readonly statusChanged = new vscode.EventEmitter<StatusParams>();
  private opening: vscode.Disposable | undefined;
  /** A document's status is another than before. */
  readonly onStatus = this.statusChanged.event;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server', 'main.cjs').fsPath;
    const pages = vscode.Uri.joinPath(context.extensionUri, 'docs', 'rules').toString();
    const initializationOptions: InitializationOptions = { rulePage: `${pages}/{code}.md` };
    // The id is the settings' section as well: `chatTemplate.trace.server` turns on the trace.
    this.client = new LanguageClient(
      'chatTemplate',
      'Chat Template Studio',
      { module, transport: TransportKind.ipc },
      {
        documentSelector: SELECTOR,
        initializationOptions,
        outputChannel: log,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        diagnosticPullOptions: { onChange: true },
      },
    );
    this.client.onNotification(STATUS, (status: StatusParams) => {
      this.statuses.set(status.uri, status);
      this.statusChanged.fire(status);
    });
  }

  /** Starts where there are chat templates, before one is opened: other Jinja files need no process. */
  startWithTemplates(): void {
    // A start that fails is told by the client itself.
    const start = () => void this.client.start().catch(() => undefined);
    void vscode.workspace
      .findFiles(TEMPLATE_FILES, '**/node_modules/**', 1)
      .then((files) => files.forEach(start));
    const opened = ({ languageId }: vscode.TextDocument) => {
      if (languageId === LANGUAGE_ID) start();
    };
    this.opening = vscode.workspace.onDidOpenTextDocument(opened);
    vscode.workspace.textDocuments.forEach(opened);
  }

  async restart(): Promise<void> {
    this.statuses.clear();
    await this.client.restart();
  }

  /** Rejects with the server's words. */
  async ask<M extends keyof ServerRequests>(
    method: M,
    params: ServerRequests[M]['params'],
    token?: vscode.CancellationToken,
  ): Promise<ServerRequests[M]['result']> {
    await this.client.start();
    return this.client.sendRequest<ServerRequests[M]['result']>(method, params, token);
  }

  /** Outside the workspace, where nobody watches: tokenizers are looked for anew. */
  async tokenizerFilesChanged(): Promise<void> {
    await this.client.start();
    await this.client.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [] });
  }

  status(document: vscode.TextDocument): StatusParams | undefined {
    return this.statuses.get(this.client.code2ProtocolConverter.asUri(document.uri));
  }

  /** As the server names the document. */
  uriOf(document: vscode.TextDocument): string {
    return this.client.code2ProtocolConverter.asUri(document.uri);
  }

  dispose(): void {
    this.opening?.dispose();
    this.statusChanged.dispose();
    void this.client.dispose();
  }
}
