/** GGUF files made of a tokenizer.json as llama.cpp's converter makes them, and sources to read them from. */
import { fixtureRequire } from '../../../../../scripts/tokenizers/packages.ts';
import type { ByteSource } from '../../gguf/source.ts';
import type { TokenizerFiles } from '../../types.ts';

interface Writer {
  serializeGgufMetadata(entries: Record<string, unknown>, options?: { littleEndian?: boolean }): Uint8Array;
}

const TYPE = { bool: 7, string: 8, array: 9, i32: 5, f32: 6, u32: 4, u64: 10 } as const;
type Entry = string | boolean | number | readonly string[] | readonly number[];

/** A file with these entries and nothing else. Lists of numbers are `f32` for scores, else `i32`. */
export function ggufFile(
  entries: Readonly<Record<string, Entry>>,
  version = 3,
  littleEndian = true,
): Uint8Array {
  const { serializeGgufMetadata } = fixtureRequire('@huggingface/gguf') as Writer;
  const typed = Object.entries(entries).map(([key, value]) => [key, typedEntry(key, value)] as const);
  return serializeGgufMetadata(
    {
      version: { value: version, type: TYPE.u32 },
      tensor_count: { value: 0n, type: TYPE.u64 },
      kv_count: { value: BigInt(typed.length), type: TYPE.u64 },
      ...Object.fromEntries(typed),
    },
    { littleEndian },
  );
}

function typedEntry(key: string, value: Entry): unknown {
  if (typeof value === 'string') return { value, type: TYPE.string };
  if (typeof value === 'boolean') return { value, type: TYPE.bool };
  if (typeof value === 'number') return { value, type: TYPE.u32 };
  const subType = typeof value[0] === 'string' ? TYPE.string : key.endsWith('scores') ? TYPE.f32 : TYPE.i32;
  return { value, type: TYPE.array, subType };
}

interface Json {
  readonly model: {
    readonly vocab: Record<string, number>;
    readonly merges: readonly (string | [string, string])[];
  };
  readonly added_tokens: readonly {
    readonly id: number;
    readonly content: string;
    readonly special: boolean;
  }[];
}

/** Entries of `tokenizer.ggml.*`: ids, types, merges; with scores by the order of merges for SentencePiece. */
export function entriesOf(
  files: TokenizerFiles,
  kind: { readonly pre: string } | { readonly addsSpace: boolean } | { readonly kind: 'gemma4' },
): Record<string, Entry> {
  const { model, added_tokens } = JSON.parse(files.tokenizer) as Json;
  const vocab = new Map(Object.entries(model.vocab));
  const added = new Map(added_tokens.map((token) => [token.id, token]));
  const size = [...vocab.values(), ...added.keys()].reduce((most, id) => Math.max(most, id), 0) + 3;
  const tokens = Array.from({ length: size }, (_, id) => `[PAD${id}]`);
  const types = tokens.map(() => 5);
  for (const [token, id] of vocab) {
    tokens[id] = token;
    types[id] = /^<0x[0-9A-F]{2}>$/.test(token) && !('pre' in kind) ? 6 : 1;
  }
  for (const [id, { content, special }] of added) {
    tokens[id] = content;
    types[id] = special ? 3 : 4;
  }
  const merges = model.merges.map((merge) => (typeof merge === 'string' ? merge : merge.join(' ')));
  const common = { 'tokenizer.ggml.tokens': tokens, 'tokenizer.ggml.token_type': types };
  if ('pre' in kind) {
    return {
      'tokenizer.ggml.model': 'gpt2',
      'tokenizer.ggml.pre': kind.pre,
      ...common,
      'tokenizer.ggml.merges': merges,
    };
  }
  if ('kind' in kind) {
    return {
      'tokenizer.ggml.model': kind.kind,
      ...common,
      'tokenizer.ggml.merges': merges,
      'tokenizer.ggml.unknown_token_id': vocab.get('<unk>') ?? 0,
    };
  }
  const scores = tokens.map(() => -1e6);
  // The converter writes the spaces of such tokens as they stand in text, and takes away their scores.
  const spaced = tokens.map((token, id) => (types[id] === 4 ? token.replaceAll('▁', ' ') : token));
  for (const [index, merge] of merges.entries()) {
    const id = vocab.get(merge.replace(' ', ''))!;
    if (scores[id] === -1e6 && types[id] !== 4) scores[id] = -index;
  }
  return {
    'tokenizer.ggml.model': 'llama',
    ...common,
    'tokenizer.ggml.tokens': spaced,
    'tokenizer.ggml.scores': scores,
    'tokenizer.ggml.unknown_token_id': vocab.get('<unk>') ?? 0,
    'tokenizer.ggml.add_space_prefix': kind.addsSpace,
  };
}

/** `step`: the most bytes a read answers with. */
export function sourceOf(bytes: Uint8Array, step = Infinity): ByteSource {
  return {
    read: (from, length) => Promise.resolve(bytes.slice(from, from + Math.min(length, step))),
    close: () => Promise.resolve(),
  };
}
