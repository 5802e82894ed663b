/** Activation: what is started, in order. Everything it starts is disposed with the extension. */
import * as vscode from 'vscode';
import { registerCommands } from './commands.ts';
import { followLanguage } from './documentLanguage.ts';
import { FixPreview } from './fixPreview.ts';
import { LanguageServer } from './languageServer.ts';
import { PanelHost } from './panels/panelHost.ts';
import { StatusItems } from './statusItems.ts';
import { TestExplorer } from './tests/testExplorer.ts';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Chat Template Studio', { log: true });
  const server = new LanguageServer(context, log);
  const panels = new PanelHost(context.extensionUri, server);
  const preview = new FixPreview(server);
  context.subscriptions.push(
    log,
    server,
    panels,
    preview,
    new StatusItems(server),
    new TestExplorer(server),
    ...registerCommands({ server, panels, preview, log, memory: context.globalState }),
    followLanguage(),
  );
  server.startWithTemplates();
}
