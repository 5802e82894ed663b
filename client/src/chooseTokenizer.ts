/** Asks which tokenizer a template is checked with, and writes the setting of its folder. */
import * as vscode from 'vscode';
import type { LanguageServer } from './languageServer.ts';

interface Choice extends vscode.QuickPickItem {
  /** For the setting; undefined removes it, null asks for a folder. */
  readonly value: string | undefined | null;
}

const MOST = 100;

export async function chooseTokenizer(document: vscode.TextDocument, server: LanguageServer): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const choices: Choice[] = [
    { label: 'Beside the template', description: 'default', value: undefined },
    ...(await foldersWithTokenizer(folder)),
    ...(await modelsInCache(server)),
    { label: 'Browse...', description: 'a folder with tokenizer.json', value: null },
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: 'Tokenizer',
    placeHolder: 'What turns the text of this template into tokens?',
    matchOnDescription: true,
  });
  if (!chosen) return;
  const value = chosen.value === null ? await browse(folder) : chosen.value;
  if (chosen.value === null && value === undefined) return;
  await vscode.workspace
    .getConfiguration('chatTemplate', document.uri)
    .update('tokenizer', value, targetFor(folder));
}

async function foldersWithTokenizer(folder: vscode.WorkspaceFolder | undefined): Promise<Choice[]> {
  if (!folder) return [];
  const pattern = new vscode.RelativePattern(folder, '**/tokenizer.json');
  const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**', MOST);
  return files
    .map((file) => pathFor(vscode.Uri.joinPath(file, '..'), folder))
    .sort()
    .map((value) => ({ label: value === '.' ? folder.name : value, description: 'tokenizer.json', value }));
}

async function modelsInCache(server: LanguageServer): Promise<Choice[]> {
  const { names } = await server.ask('chatTemplate/cachedModels', {});
  return names.map((value) => ({ label: value, description: 'in the Hugging Face cache', value }));
}

async function browse(folder: vscode.WorkspaceFolder | undefined): Promise<string | undefined> {
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    title: 'Folder with tokenizer.json',
    openLabel: 'Use this tokenizer',
    defaultUri: folder?.uri,
  });
  return picked?.[0] ? pathFor(picked[0], folder) : undefined;
}

/** Relative inside the workspace folder: such a setting can be shared. */
function pathFor(uri: vscode.Uri, folder: vscode.WorkspaceFolder | undefined): string {
  if (!folder) return uri.fsPath;
  if (uri.path === folder.uri.path) return '.';
  return uri.path.startsWith(`${folder.uri.path}/`) ? uri.path.slice(folder.uri.path.length + 1) : uri.fsPath;
}

function targetFor(folder: vscode.WorkspaceFolder | undefined): vscode.ConfigurationTarget {
  return folder ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Global;
}
