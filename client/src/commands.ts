/** Commands, each to what it calls; a failure is told with its reason and a way to the log. */
import * as vscode from 'vscode';
import { certify, saveCertificate } from './certificate.ts';
import * as ids from './commandIds.ts';
import { exportTitoKit } from './exportTitoKit.ts';
import type { FixPreview } from './fixPreview.ts';
import type { LanguageServer } from './languageServer.ts';
import { compareEngines, confirmWithPython } from './otherRenderers.ts';
import type { PanelHost } from './panels/panelHost.ts';
import { templateAt } from './templates.ts';
import { chooseTokenizer } from './tokenizers/chooseTokenizer.ts';

export interface CommandHost {
  readonly server: LanguageServer;
  readonly panels: PanelHost;
  readonly preview: FixPreview;
  readonly log: vscode.LogOutputChannel;
  /** Kept over all workspaces. */
  readonly memory: vscode.Memento;
}

export function registerCommands({ server, panels, preview, log, memory }: CommandHost): vscode.Disposable[] {
  const commands: Record<string, (...args: never[]) => unknown> = {
    [ids.SHOW_TOKEN_DIFF]: (address?: unknown, choice?: unknown) =>
      withTemplate(address, (document) => panels.show('token-diff', document, comparisonIn(choice))),
    [ids.SHOW_TOOL_DELTA]: (address?: unknown) =>
      withTemplate(address, (document) => panels.show('tool-delta', document)),
    [ids.SHOW_TOKENS]: (address?: unknown) =>
      withTemplate(address, (document) => panels.show('tokens', document)),
    [ids.SHOW_ROUND_TRIP_DRIFT]: (address?: unknown) =>
      withTemplate(address, (document) => panels.show('round-trip', document)),
    [ids.EXPORT_TITO_KIT]: (address?: unknown) =>
      withTemplate(address, (document) => exportTitoKit(document, server)),
    [ids.CERTIFY]: (address?: unknown) =>
      withTemplate(address, (document) => certify(document, server, panels)),
    [ids.SAVE_CERTIFICATE]: (address?: unknown) =>
      withTemplate(address, (document) => saveCertificate(document, server)),
    [ids.CONFIRM_WITH_PYTHON]: (address?: unknown) =>
      withTemplate(address, (document) => confirmWithPython(document, server)),
    [ids.COMPARE_ENGINES]: (address?: unknown) =>
      withTemplate(address, (document) => compareEngines(document, server)),
    [ids.CHOOSE_TOKENIZER]: () =>
      withTemplate(undefined, (document) => chooseTokenizer(document, server, memory)),
    [ids.PREVIEW_FIX]: (uri?: string, version?: number, fix?: number) =>
      uri === undefined || version === undefined || fix === undefined
        ? withTemplate(undefined, (document) => preview.atCursor(document))
        : preview.show({ uri, version, fix }),
    [ids.RESTART_SERVER]: () => server.restart(),
    [ids.SHOW_LOG]: () => log.show(),
  };
  return Object.entries(commands).map(([id, run]) =>
    vscode.commands.registerCommand(id, (...args: never[]) => told(log, () => run(...args))),
  );
}

/** Menus pass more than the address of the document: only a text names a comparison. */
const comparisonIn = (value: unknown) => (typeof value === 'string' ? { choice: value } : {});

/** `address`: of the template, as menus and lenses pass it; else the one that is looked at. */
async function withTemplate(
  address: unknown,
  run: (document: vscode.TextDocument) => unknown,
): Promise<unknown> {
  const document = await templateAt(address);
  if (document) return run(document);
  return vscode.window.showInformationMessage(
    'Open a chat template first: a file named chat_template.jinja, or any Jinja file with the language mode "Chat Template".',
  );
}

async function told(log: vscode.LogOutputChannel, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error(message);
    const showLog = 'Show Log';
    const chosen = await vscode.window.showErrorMessage(`Chat Template: ${message}`, showLog);
    if (chosen === showLog) log.show();
  }
}
