/** Files that a check depends on beside the template: tokenizers and config files. */
import { DidChangeWatchedFilesNotification } from 'vscode-languageserver';
import type { ClientCapabilities, Connection } from 'vscode-languageserver';

const FILES = [
  '**/{tokenizer,tokenizer_config,special_tokens_map,generation_config,tekken,chat-template.config}.json',
  '**/{*.tiktoken,tiktoken.model,*.gguf}',
];

/** Calls `changed` when such a file in the workspace was made, changed or removed. */
export function watchFiles(
  connection: Connection,
  capabilities: ClientCapabilities,
  changed: () => void,
): void {
  connection.onDidChangeWatchedFiles(changed);
  if (!capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  connection.client
    .register(DidChangeWatchedFilesNotification.type, {
      watchers: FILES.map((globPattern) => ({ globPattern })),
    })
    .catch((error: Error) =>
      connection.console.warn(`Files of tokenizers and config files are not watched: ${error.message}`),
    );
}
