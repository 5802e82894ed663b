/** Where settings come from: the client when it can be asked, else what it last pushed. */
import { DidChangeConfigurationNotification } from 'vscode-languageserver';
import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import type { SettingsSource } from './settings.ts';

const SECTION = 'chatTemplate';

/** `changed` is called when settings may differ from before. */
export function settingsSource(
  connection: Connection,
  capabilities: ClientCapabilities,
  changed: () => void,
): SettingsSource {
  let pushed: unknown = null;
  connection.onDidChangeConfiguration(({ settings }: { settings?: Record<string, unknown> | null }) => {
    pushed = settings?.[SECTION] ?? null;
    changed();
  });
  if (!capabilities.workspace?.configuration) return () => Promise.resolve(pushed);
  return (scopeUri) => connection.workspace.getConfiguration({ scopeUri, section: SECTION });
}

/** To be called once the client is ready: some only tell of changes when asked to. */
export function registerForChanges(connection: Connection, capabilities: ClientCapabilities): void {
  if (!capabilities.workspace?.didChangeConfiguration?.dynamicRegistration) return;
  connection.client
    .register(DidChangeConfigurationNotification.type, { section: SECTION })
    .catch((error: Error) => connection.console.warn(`Settings are not followed: ${error.message}`));
}
