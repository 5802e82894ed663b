/** All panels: one for each view of each template, given back after a reload. */
import * as vscode from 'vscode';
import type { ViewId, ViewState } from '../../../protocol/views.ts';
import type { LanguageServer } from '../languageServer.ts';
import { Panel } from './panel.ts';
import { panelType, VIEWS, viewStateFrom } from './views.ts';

export class PanelHost implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly panels = new Map<string, Panel>();
  private readonly registrations: vscode.Disposable[];

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: LanguageServer,
  ) {
    const views = Object.keys(VIEWS) as ViewId[];
    this.registrations = views.map((view) =>
      vscode.window.registerWebviewPanelSerializer(panelType(view), this),
    );
  }

  /** `wanted`: what the panel is to show of the template. */
  show(view: ViewId, document: vscode.TextDocument, wanted: Pick<ViewState, 'choice'> = {}): void {
    const templateUri = this.server.uriOf(document);
    const open = this.panels.get(keyOf(view, templateUri));
    if (open) {
      open.reveal();
      open.want(wanted);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      panelType(view),
      VIEWS[view].title,
      { viewColumn: columnBeside(document), preserveFocus: true },
      { enableFindWidget: false },
    );
    this.add(panel, { view, templateUri, ...wanted });
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const state = viewStateFrom(kept);
    if (state) this.add(panel, state);
    else panel.dispose();
  }

  dispose(): void {
    for (const disposable of [...this.registrations, ...this.panels.values()]) disposable.dispose();
  }

  private add(panel: vscode.WebviewPanel, state: ViewState): void {
    const key = keyOf(state.view, state.templateUri);
    const shown = new Panel(panel, state, this.server, this.extensionUri);
    this.panels.set(key, shown);
    shown.onDidDispose(() => {
      this.panels.delete(key);
      shown.dispose();
    });
  }
}

/** Beside the template's editor, not beside what has the focus: that can be another panel, which asks for this one. */
function columnBeside(document: vscode.TextDocument): vscode.ViewColumn {
  const editor = vscode.window.visibleTextEditors.find((visible) => visible.document === document);
  if (editor?.viewColumn === undefined) return vscode.ViewColumn.Beside;
  return Math.min(editor.viewColumn + 1, vscode.ViewColumn.Nine);
}

function keyOf(view: ViewId, templateUri: string): string {
  return `${view} ${templateUri}`;
}
