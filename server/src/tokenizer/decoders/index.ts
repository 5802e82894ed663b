import type { JsonReader } from '../files/reader.ts';
import { Unsupported } from '../files/unsupported.ts';
import { bpeSuffix, wordPiece } from './words.ts';
import { byteFallback, byteLevel, fuse, metaspace, replace, strip } from './steps.ts';

/** Turns token texts into texts which, joined, are the decoded text. */
export type DecodeStep = (tokens: readonly string[]) => readonly string[];

/** By the `type` in tokenizer.json. */
const DECODERS: Readonly<Record<string, (config: JsonReader) => DecodeStep>> = {
  BPEDecoder: bpeSuffix,
  ByteFallback: () => byteFallback,
  ByteLevel: () => byteLevel,
  Fuse: () => fuse,
  Metaspace: metaspace,
  Replace: replace,
  Sequence: (config) => inSequence(config.children('decoders').map(decoderOf)),
  Strip: strip,
  WordPiece: wordPiece,
};

/** Throws Unsupported for a kind that is not covered. Without a decoder, tokens are joined by spaces. */
export function decoderOf(config: JsonReader | null): DecodeStep {
  if (config === null) return (tokens) => [tokens.join(' ')];
  const type = config.string('type');
  const build = Object.hasOwn(DECODERS, type) ? DECODERS[type] : undefined;
  if (build === undefined) throw new Unsupported(`the decoder ${type}`);
  return build(config);
}

function inSequence(steps: readonly DecodeStep[]): DecodeStep {
  return (tokens) => steps.reduce((texts, step) => step(texts), tokens);
}
