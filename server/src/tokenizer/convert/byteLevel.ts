/** tokenizer.json of a BPE tokenizer over bytes, from its parts. */

export interface AddedTokenEntry {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
}

export interface ByteLevelParts {
  /** Token texts in the byte alphabet, and the texts of added tokens, with their ids. */
  readonly vocab: ReadonlyMap<string, number>;
  /** Pairs in the order in which they are merged. */
  readonly merges: readonly (string | readonly [string, string])[];
  readonly added: readonly AddedTokenEntry[];
  /** Cuts made one after the other. */
  readonly patterns: readonly string[];
  readonly normalizer: 'NFC' | null;
  /** Whether a piece of text that is a token is taken whole, whatever merges would make of it. */
  readonly ignoreMerges: boolean;
}

export function byteLevelJson(parts: ByteLevelParts): string {
  const splits = parts.patterns.map((Regex) => ({
    type: 'Split',
    pattern: { Regex },
    behavior: 'Isolated',
    invert: false,
  }));
  const bytes = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false };
  return JSON.stringify({
    added_tokens: parts.added.map(addedToken),
    normalizer: parts.normalizer === null ? null : { type: parts.normalizer },
    pre_tokenizer: { type: 'Sequence', pretokenizers: [...splits, bytes] },
    post_processor: null,
    decoder: bytes,
    model: {
      type: 'BPE',
      ignore_merges: parts.ignoreMerges,
      vocab: vocabObject(parts.vocab),
      merges: parts.merges,
    },
  });
}

export const addedToken = ({ id, content, special }: AddedTokenEntry) => ({
  id,
  content,
  special,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
});

/** Without a prototype: `__proto__` is a token like any other. */
export function vocabObject(vocab: ReadonlyMap<string, number>): Record<string, number> {
  const object = Object.create(null) as Record<string, number>;
  for (const [token, id] of vocab) object[token] = id;
  return object;
}
