/** The workspace's folders: relative paths in settings start from the one a document lies in. */
import type { ClientCapabilities, Connection, InitializeParams } from 'vscode-languageserver';

export class WorkspaceFolders {
  private uris: readonly string[];

  constructor({ workspaceFolders, rootUri }: InitializeParams) {
    this.uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  }

  /** To be called once the client is ready. */
  follow(connection: Connection, capabilities: ClientCapabilities, changed: () => void): void {
    if (!capabilities.workspace?.workspaceFolders) return;
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      this.uris = [...this.uris.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
      changed();
    });
  }

  /** The innermost folder the document lies in, else the first; null without any. */
  of(uri: string): string | null {
    const around = this.uris.filter((folder) => uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
    return around.sort((a, b) => b.length - a.length)[0] ?? this.uris[0] ?? null;
  }
}
