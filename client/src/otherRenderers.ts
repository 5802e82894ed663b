/** Asks whether the person's Python, or other engines, write what the check wrote. Never started by itself. */
import * as vscode from 'vscode';
import type { AskedResult } from '../../protocol/server.ts';
import { SHOW_LOG } from './commandIds.ts';
import type { LanguageServer } from './languageServer.ts';
import { withProgress } from './progress.ts';

/** Starts an interpreter that a workspace may name: only where its settings are trusted. */
export async function confirmWithPython(
  document: vscode.TextDocument,
  server: LanguageServer,
): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    const manage = 'Manage Workspace Trust';
    const chosen = await vscode.window.showWarningMessage(
      'Python is only started in a trusted workspace.',
      manage,
    );
    if (chosen === manage) await vscode.commands.executeCommand('workbench.trust.manage');
    return;
  }
  const uri = server.uriOf(document);
  await tell(
    await withProgress('Confirming with Python', (token) =>
      server.ask('chatTemplate/confirmWithPython', { uri }, token),
    ),
  );
}

export async function compareEngines(document: vscode.TextDocument, server: LanguageServer): Promise<void> {
  const uri = server.uriOf(document);
  await tell(
    await withProgress('Comparing engines', (token) =>
      server.ask('chatTemplate/compareEngines', { uri }, token),
    ),
  );
}

async function tell(result: AskedResult | undefined): Promise<void> {
  if (!result) return;
  const showLog = 'Show Log';
  const show = result.agreed ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  if ((await show(result.message, showLog)) === showLog) await vscode.commands.executeCommand(SHOW_LOG);
}
