/** How a tokenizer is written in the setting of a workspace folder. */
import * as vscode from 'vscode';

/** Relative inside the workspace folder: such a setting can be shared. */
export function pathFor(uri: vscode.Uri, folder: vscode.WorkspaceFolder | undefined): string {
  if (!folder) return uri.fsPath;
  if (uri.path === folder.uri.path) return '.';
  return uri.path.startsWith(`${folder.uri.path}/`) ? uri.path.slice(folder.uri.path.length + 1) : uri.fsPath;
}

export function targetFor(folder: vscode.WorkspaceFolder | undefined): vscode.ConfigurationTarget {
  return folder ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Global;
}
