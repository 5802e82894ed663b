import { isJsonObject, type JsonObject } from './reader.ts';

const NAMED = /_token$/;

/** Special tokens by name, as a template's context has them. The tokenizer config wins over special_tokens_map.json. */
export function readSpecialTokens(...configs: readonly (JsonObject | null)[]): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const config of configs) {
    for (const [name, value] of Object.entries(config ?? {})) {
      const text = NAMED.test(name) && !Object.hasOwn(tokens, name) ? tokenText(value) : null;
      if (text !== null) tokens[name] = text;
    }
  }
  return tokens;
}

/** A token in a config is its text, or an object that has it as `content`. */
export function tokenText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return isJsonObject(value) && typeof value['content'] === 'string' ? value['content'] : null;
}

/** Ids that a config lists as ends of generation: one or several; empty where it lists none. */
export function listedEosIds(config: JsonObject | null): number[] {
  const listed = config?.['eos_token_id'];
  const ids = Array.isArray(listed) ? (listed as unknown[]) : [listed];
  return [...new Set(ids.filter((id): id is number => Number.isInteger(id)))];
}
