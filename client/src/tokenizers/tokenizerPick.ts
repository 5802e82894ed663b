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
  /** Headings, each with its choices; those without choices are not shown. */
  readonly groups: readonly (readonly [heading: string, choices: readonly Choice[]])[];
  /** The value that is set now; undefined where none is. */
  readonly inUse: string | undefined;
  /** The choice that a typed text stands for, if any. */
  readonly typed: (text: string) => Choice | undefined;
}

/** Undefined where the person chose nothing. */
export function pickTokenizer({ groups, inUse, typed }: TokenizerPick): Promise<Choice | undefined> {
  const pick = vscode.window.createQuickPick<Choice>();
  pick.title = 'Tokenizer';
  pick.placeholder = 'What turns text into tokens? Choose, or type a name: org/name, org/name:file.gguf';
  pick.matchOnDescription = true;
  const listed = itemsOf(groups, inUse);
  pick.items = listed;
  pick.activeItems = listed.filter(({ value, kind }) => kind === undefined && value === inUse).slice(0, 1);
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

/** What is recent is often in the cache or the folder too: its first mention stands. */
function itemsOf(groups: TokenizerPick['groups'], inUse: string | undefined): Choice[] {
  const seen = new Set<string>();
  return groups.flatMap(([heading, choices]) => {
    const fresh = choices.filter(({ value }) => value === undefined || !seen.has(value));
    for (const { value } of fresh) if (value !== undefined) seen.add(value);
    if (fresh.length === 0) return [];
    const marked = fresh.map((choice) => (isInUse(choice, inUse) ? withMark(choice) : choice));
    return heading === ''
      ? marked
      : [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...marked];
  });
}

const isInUse = ({ value, browse }: Choice, inUse: string | undefined): boolean => value === inUse && !browse;

const withMark = (choice: Choice): Choice => ({
  ...choice,
  description: [choice.description, 'in use'].filter(Boolean).join(', '),
});
