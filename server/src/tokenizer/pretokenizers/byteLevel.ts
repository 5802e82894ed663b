import type { JsonReader } from '../files/reader.ts';
import { Finder } from '../regex/finder.ts';
import { AlignedTextBuilder, type AlignedText } from '../text/alignedText.ts';
import { splitter } from './behaviours.ts';
import type { Stage } from './index.ts';

/** The pattern of GPT-2, which ByteLevel applies unless told not to. */
const GPT2 = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

export function byteLevel(config: JsonReader): readonly Stage[] {
  const stages: Stage[] = [];
  if (config.boolean('add_prefix_space', true)) stages.push({ kind: 'rewrite', rewrite: withLeadingSpace });
  if (config.boolean('use_regex', true)) {
    stages.push({ kind: 'split', split: splitter(new Finder({ regex: GPT2 }), 'Isolated', false) });
  }
  return [...stages, { kind: 'bytes' }];
}

function withLeadingSpace(piece: AlignedText): AlignedText {
  return piece.text.startsWith(' ') ? piece : prepended(piece, ' ');
}

/** Text put before a piece stands for no part of it: zero wide, at its beginning. */
export function prepended(piece: AlignedText, text: string): AlignedText {
  const builder = new AlignedTextBuilder(piece);
  const start = piece.starts === null ? piece.origin : (piece.starts[0] ?? piece.origin);
  builder.write(text, start, start);
  builder.keep(0, piece.text.length);
  return builder.build();
}
