/** Files that a check depends on beside the template: tokenizers, config files, people's own conversations. */
import picomatch from 'picomatch';
import { DidChangeWatchedFilesNotification } from 'vscode-languageserver';
import type { ClientCapabilities, Connection } from 'vscode-languageserver';

const FILES = [
  '**/{tokenizer,tokenizer_config,special_tokens_map,generation_config,tekken,chat-template.config}.json',
  '**/{*.tiktoken,tiktoken.model,*.gguf}',
];
/** Watched for the few among them that config files name. */
const CONVERSATIONS = '**/*.{json,jsonl,ndjson}';

/** Calls `changed` with the URIs of what was made, changed or removed in the workspace; with none to check all anew. */
export function watchFiles(
  connection: Connection,
  capabilities: ClientCapabilities,
  changed: (uris: readonly string[]) => void,
): void {
  connection.onDidChangeWatchedFiles(({ changes }) => changed(changes.map(({ uri }) => uri)));
  if (!capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
  connection.client
    .register(DidChangeWatchedFilesNotification.type, {
      watchers: [...FILES, CONVERSATIONS].map((globPattern) => ({ globPattern })),
    })
    .catch((error: Error) =>
      connection.console.warn(`Files of tokenizers and config files are not watched: ${error.message}`),
    );
}

const isAlwaysUsed = picomatch(FILES, { dot: true });

/** Whether a check may depend on a file. `conversations`: globs of absolute paths that config files name. */
export function isUsed(path: string, conversations: readonly string[]): boolean {
  const slashed = path.replaceAll('\\', '/');
  return isAlwaysUsed(slashed) || conversations.some((glob) => picomatch(glob, { dot: true })(slashed));
}
