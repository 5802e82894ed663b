import type * as vscode from 'vscode';

const KEY = 'recentTokenizers';
const MOST = 5;

/** Names and absolute paths of the last tokenizers that were chosen, the newest first, in all workspaces. */
export class RecentTokenizers {
  constructor(private readonly memory: vscode.Memento) {}

  all(): readonly string[] {
    return this.memory.get<string[]>(KEY, []);
  }

  async add(value: string): Promise<void> {
    await this.memory.update(KEY, [value, ...this.all().filter((one) => one !== value)].slice(0, MOST));
  }
}
