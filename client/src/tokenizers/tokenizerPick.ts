/** A list to choose a tokenizer from, with a field for a name that is not in it. */
import * as vscode from 'vscode';

export interface Choice extends vscode.QuickPickItem {
  /** For the setting; absent: removes it. */
  readonly value?: string;
  /** Has to be downloaded first. */
  readonly download?: boolean;
  /** Asks for a folder or file. */
  readonly browse?: boolean;
}

export interface TokenizerPick {
  readonly choices: readonly Choice[];
  /** The choice that a typed text stands for, if any. */
  readonly typed: (text: string) => Choice | undefined;
}

/** Undefined where the person chose nothing. */
export function pickTokenizer({ choices, typed }: TokenizerPick): Promise<Choice | undefined> {
  const pick = vscode.window.createQuickPick<Choice>();
  pick.title = 'Tokenizer';
  pick.placeholder = 'What turns text into tokens? Choose, or type a name: org/name, org/name:file.gguf';
  pick.matchOnDescription = true;
  const listed = withoutDoubles(choices);
  pick.items = listed;
  return new Promise((resolve) => {
    pick.onDidChangeValue((text) => {
      const own = typed(text.trim());
      const isListed = listed.some(({ value }) => value === own?.value);
      pick.items = own && !isListed ? [...listed, { ...own, alwaysShow: true }] : listed;
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** What is recent is often in the cache or the workspace too: its first mention stands. */
function withoutDoubles(choices: readonly Choice[]): Choice[] {
  const seen = new Set<string>();
  return choices.filter(({ value }) => {
    if (value === undefined) return true;
    if (seen.has(value)) return false;
    seen.add(value);
    return true;
  });
}
