/** The files that make a tokenizer: when one changes, what was loaded from it is out of date. */
import { DidChangeWatchedFilesNotification } from 'vscode-languageserver';
import type { ClientCapabilities, Connection } from 'vscode-languageserver';

const FILES = '{tokenizer,tokenizer_config,special_tokens_map,generation_config}.json';

/** Calls `changed` when a tokenizer's file in the workspace was made, changed or removed. */
export function watchTokenizerFiles(
  connection: Connection,
  capabilities: ClientCapabilities,
  changed: () => void,
): void {
  connection.onDidChangeWatchedFiles(changed);
  if (!capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  connection.client
    .register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: `**/${FILES}` }] })
    .catch((error: Error) => connection.console.warn(`Tokenizer files are not watched: ${error.message}`));
}
