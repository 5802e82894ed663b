import * as vscode from 'vscode';
import { pathFor } from './scope.ts';

/** On Windows and Linux a dialog opens files or folders, not both. */
const OPENS_BOTH = process.platform === 'darwin';

/** Undefined where the person chose nothing. */
export async function browseForTokenizer(
  folder: vscode.WorkspaceFolder | undefined,
): Promise<string | undefined> {
  const files = 'A file';
  const folders = 'A folder';
  const kind = OPENS_BOTH
    ? files
    : await vscode.window.showQuickPick(
        [
          { label: folders, description: 'that holds tokenizer.json' },
          { label: files, description: 'tokenizer.json, tekken.json, .tiktoken, .model, .gguf' },
        ],
        { title: 'Tokenizer', placeHolder: 'Where is it?' },
      );
  if (kind === undefined) return undefined;
  const wantsFile = typeof kind === 'string' || kind.label === files;
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: wantsFile,
    canSelectFolders: OPENS_BOTH || !wantsFile,
    title: 'Tokenizer',
    openLabel: 'Use this tokenizer',
    defaultUri: folder?.uri,
    ...(wantsFile ? { filters: { Tokenizers: ['json', 'tiktoken', 'model', 'gguf'] } } : {}),
  });
  return picked?.[0] ? pathFor(picked[0], folder) : undefined;
}
