/** Settings per resource, asked from the client and kept until they change. */
import type { Settings } from '../../../protocol/server.ts';

export const DEFAULT_SETTINGS: Settings = { tokenizer: null, python: null, check: { delay: 150 } };

/** Answers with the `chatTemplate` section for a resource: anything, as people write settings by hand. */
export type SettingsSource = (uri: string) => Promise<unknown>;

export class SettingsStore {
  private readonly known = new Map<string, Promise<Settings>>();

  constructor(private readonly source: SettingsSource) {}

  for(uri: string): Promise<Settings> {
    const known = this.known.get(uri);
    if (known) return known;
    const asked = this.source(uri).then(settingsFrom, () => DEFAULT_SETTINGS);
    this.known.set(uri, asked);
    return asked;
  }

  forget(uri?: string): void {
    if (uri === undefined) this.known.clear();
    else this.known.delete(uri);
  }
}

/** What is missing or of another type is as if it were not set. */
export function settingsFrom(value: unknown): Settings {
  const { tokenizer, python, check } = fieldsOf(value);
  const { delay } = fieldsOf(check);
  return {
    tokenizer: textIn(tokenizer),
    python: textIn(python),
    check: { delay: typeof delay === 'number' && delay >= 0 ? delay : DEFAULT_SETTINGS.check.delay },
  };
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
