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

/** Ids that end generation: the eos token and those of generation_config.json, without doubles. */
export function readEosIds(eosTokenId: number | null, generation: JsonObject | null): number[] {
  const configured = generation?.['eos_token_id'];
  const ids = new Set<number>();
  if (eosTokenId !== null) ids.add(eosTokenId);
  for (const id of Array.isArray(configured) ? (configured as unknown[]) : [configured]) {
    if (typeof id === 'number' && Number.isInteger(id)) ids.add(id);
  }
  return [...ids];
}
