import type { JsonReader } from '../files/reader.ts';
import type { AlignedText } from '../text/alignedText.ts';
import { Unsupported } from '../files/unsupported.ts';
import type { Splitter } from './behaviours.ts';
import { byteLevel } from './byteLevel.ts';
import { metaspace } from './metaspace.ts';
import {
  bert,
  digits,
  split,
  characterDelimiter,
  punctuation,
  whitespace,
  whitespaceSplit,
} from './splits.ts';

/** One step of pre-tokenisation: it cuts each piece further, or rewrites it. */
export type Stage =
  | { readonly kind: 'split'; readonly split: Splitter }
  | { readonly kind: 'rewrite'; readonly rewrite: (piece: AlignedText) => AlignedText }
  | { readonly kind: 'bytes' };

/** By the `type` in tokenizer.json. */
const PRE_TOKENIZERS: Readonly<Record<string, (config: JsonReader) => readonly Stage[]>> = {
  BertPreTokenizer: bert,
  ByteLevel: byteLevel,
  CharDelimiterSplit: characterDelimiter,
  Digits: digits,
  Metaspace: metaspace,
  Punctuation: punctuation,
  Sequence: (config) => config.children('pretokenizers').flatMap((member) => stagesOf(member)),
  Split: split,
  Whitespace: whitespace,
  WhitespaceSplit: whitespaceSplit,
};

/** The stages of a pre-tokenizer; throws Unsupported for a kind that is not covered. */
export function stagesOf(config: JsonReader | null): readonly Stage[] {
  if (config === null) return [];
  const type = config.string('type');
  const build = Object.hasOwn(PRE_TOKENIZERS, type) ? PRE_TOKENIZERS[type] : undefined;
  if (build === undefined) throw new Unsupported(`the pre-tokenizer ${type}`);
  return build(config);
}
