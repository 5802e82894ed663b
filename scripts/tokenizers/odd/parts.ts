export type Json = Readonly<Record<string, unknown>>;

/** A tokenizer.json as nobody, or somebody once, wrote it. */
export interface Oddity {
  readonly name: string;
  readonly json: string;
}

export const BYTE_TOKENS = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
);
export const PRINTABLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));

export const numbered = (tokens: readonly string[]): Record<string, number> =>
  Object.fromEntries(tokens.map((token, id) => [token, id]));

export const byteLevel: Json = {
  type: 'ByteLevel',
  add_prefix_space: false,
  trim_offsets: true,
  use_regex: true,
};
export const metaspace = (prepend_scheme: string, split: boolean): Json => ({
  type: 'Metaspace',
  replacement: '▁',
  prepend_scheme,
  split,
});
export const sequence = (key: string, ...members: readonly Json[]): Json => ({
  type: 'Sequence',
  [key]: members,
});
export const split = (pattern: Json, behavior: string, invert = false): Json => ({
  type: 'Split',
  pattern,
  behavior,
  invert,
});
export const replace = (pattern: Json, content: string): Json => ({ type: 'Replace', pattern, content });

export function file(name: string, model: Json, parts: Json = {}): Oddity {
  const whole = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
    ...parts,
    model,
  };
  return { name, json: JSON.stringify(whole) };
}

export const sentencePieceDecoder = sequence(
  'decoders',
  replace({ String: '▁' }, ' '),
  { type: 'ByteFallback' },
  { type: 'Fuse' },
  { type: 'Strip', content: ' ', start: 1, stop: 0 },
);
export const added = (content: string, flags: Json = {}): Json => ({
  content,
  special: false,
  lstrip: false,
  rstrip: false,
  single_word: false,
  normalized: false,
  ...flags,
});
export const addedTokens = (first: number, ...tokens: readonly Json[]): Json => ({
  added_tokens: tokens.map((token, at) => ({ id: first + at, ...token })),
});
