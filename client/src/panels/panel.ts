/** One panel: shows what the server says of one template and follows its editor. */
import * as vscode from 'vscode';
import type { Span } from '../../../protocol/certification.ts';
import type { StatusParams } from '../../../protocol/server.ts';
import type { FromView, ToView, ViewState } from '../../../protocol/views.ts';
import { SAVE_CERTIFICATE, SHOW_TOKEN_DIFF } from '../commandIds.ts';
import type { LanguageServer } from '../languageServer.ts';
import { bundleFolder, pageOf } from './html.ts';
import { revealSpan } from './reveal.ts';
import { VIEWS } from './views.ts';

export class Panel implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[] = [];
  private asking = new vscode.CancellationTokenSource();
  /** Before that, what is posted is lost. */
  private ready = false;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private state: ViewState,
    private readonly server: LanguageServer,
    extensionUri: vscode.Uri,
  ) {
    const { webview } = panel;
    const title = `${VIEWS[state.view].title}: ${nameOf(this.uri)}`;
    webview.options = { enableScripts: true, localResourceRoots: [bundleFolder(extensionUri)] };
    this.subscriptions.push(
      webview.onDidReceiveMessage((message: FromView) => this.receive(message)),
      server.onStatus((status) => this.statusChanged(status)),
      vscode.window.onDidChangeTextEditorSelection((event) => this.cursorMoved(event)),
    );
    webview.html = pageOf(webview, extensionUri, state.view, title);
    panel.title = title;
  }

  get uri(): vscode.Uri {
    return vscode.Uri.parse(this.state.templateUri, true);
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  /** Shows another comparison, where one is named. */
  want({ choice }: Pick<ViewState, 'choice'>): void {
    if (choice === undefined || choice === this.state.choice) return;
    this.state = { ...this.state, choice };
    void this.refresh();
  }

  onDidDispose(listener: () => void): void {
    this.subscriptions.push(this.panel.onDidDispose(listener));
  }

  dispose(): void {
    this.asking.cancel();
    this.asking.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
    this.panel.dispose();
  }

  private receive(message: FromView): void {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        void this.refresh();
        break;
      case 'reveal':
        void revealSpan(this.uri, message.span);
        break;
      case 'choose':
        this.want(message);
        break;
      case 'toolResult':
        this.state = { ...this.state, toolResult: message.text };
        void this.refresh();
        break;
      case 'sampled':
        this.state = { ...this.state, sampled: message.sampled };
        void this.refresh();
        break;
      case 'compare':
        void vscode.commands.executeCommand(SHOW_TOKEN_DIFF, this.uri, message.choice);
        break;
      case 'saveCertificate':
        void vscode.commands.executeCommand(SAVE_CERTIFICATE, this.uri);
        break;
      case 'copy':
        void copy(message.text, message.what);
        break;
    }
  }

  /** Asks for the newest model; an answer that was overtaken is dropped. */
  private async refresh(): Promise<void> {
    if (!this.ready) return;
    this.asking.cancel();
    this.asking.dispose();
    this.asking = new vscode.CancellationTokenSource();
    const { token } = this.asking;
    this.post({ type: 'busy', busy: true });
    try {
      // The server knows open documents only; after a reload the template may not be open yet.
      await vscode.workspace.openTextDocument(this.uri);
      const model = await VIEWS[this.state.view].ask(this.server, this.state, token);
      if (token.isCancellationRequested) return;
      this.post({ type: 'show', model });
    } catch (error) {
      if (token.isCancellationRequested) return;
      this.post({ type: 'error', message: error instanceof Error ? error.message : String(error) });
    }
    this.post({ type: 'busy', busy: false });
  }

  private statusChanged({ uri, busy }: StatusParams): void {
    if (uri !== this.state.templateUri) return;
    if (busy) this.post({ type: 'busy', busy: true });
    else void this.refresh();
  }

  private cursorMoved({ textEditor, selections }: vscode.TextEditorSelectionChangeEvent): void {
    const { document } = textEditor;
    if (document.uri.toString() !== this.uri.toString() || !selections[0]) return;
    const { start, end } = selections[0];
    const span: Span = { start: document.offsetAt(start), end: document.offsetAt(end) };
    this.post({ type: 'cursor', span });
  }

  private post(message: ToView): void {
    if (this.ready) void this.panel.webview.postMessage(message);
  }
}

async function copy(text: string, what: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(`Copied ${what}`, 2000);
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
