/** Shows the proof of a fix as a rendered Markdown document of its own. */
import * as vscode from 'vscode';
import type { FixProofParams } from '../../protocol/server.ts';
import { PREVIEW_FIX } from './commandIds.ts';
import type { LanguageServer } from './languageServer.ts';

const SCHEME = 'chat-template-fix';

export class FixPreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly pages = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  private readonly closing = vscode.workspace.onDidCloseTextDocument(({ uri }) =>
    this.pages.delete(uri.toString()),
  );

  constructor(private readonly server: LanguageServer) {}

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.pages.get(uri.toString()) ?? 'The template has changed since: ask for the preview again.';
  }

  async show(params: FixProofParams): Promise<void> {
    const proof = await this.server.ask('chatTemplate/fixProof', params);
    if (!proof) {
      await vscode.window.showInformationMessage('The template has changed since: ask for its fixes again.');
      return;
    }
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: `/${proof.title.replaceAll('/', '-')}.md`,
      query: params.uri,
    });
    this.pages.set(uri.toString(), proof.markdown);
    this.changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  }

  /** The first proven fix of what the cursor is on. */
  async atCursor(document: vscode.TextDocument): Promise<void> {
    const selection = vscode.window.visibleTextEditors.find(
      (editor) => editor.document === document,
    )?.selection;
    const range = selection ?? new vscode.Range(0, 0, 0, 0);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const command = actions.map((action) => action.command).find((found) => found?.command === PREVIEW_FIX);
    if (command) await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    else await vscode.window.showInformationMessage('There is no proven fix at the cursor.');
  }

  dispose(): void {
    this.registration.dispose();
    this.closing.dispose();
    this.changed.dispose();
  }
}
