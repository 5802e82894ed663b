import { Unsupported } from '../files/unsupported.ts';
import type { JsonReader } from '../files/reader.ts';
import { OLDER_MARK } from '../text/olderUnicode.ts';
import type { AlignedText } from '../text/alignedText.ts';
import { bert } from './bert.ts';
import { precompiled } from './precompiled.ts';
import { nmt } from './nmt.ts';
import { byteLevel, lowercase, prepend, strip, without } from './simple.ts';
import { replace } from './replace.ts';
import { unicodeForm } from './unicode.ts';

export type Normalizer = (aligned: AlignedText) => AlignedText;

/** By the `type` in tokenizer.json. */
const NORMALIZERS: Readonly<Record<string, (config: JsonReader) => Normalizer>> = {
  BertNormalizer: bert,
  ByteLevel: () => byteLevel,
  Lowercase: () => lowercase,
  Nmt: () => nmt,
  NFC: () => unicodeForm('NFC'),
  NFD: () => unicodeForm('NFD'),
  NFKC: () => unicodeForm('NFKC'),
  NFKD: () => unicodeForm('NFKD'),
  Precompiled: precompiled,
  Prepend: prepend,
  Replace: replace,
  Sequence: (config) => inSequence(config.children('normalizers').map(normalizerOf)),
  Strip: strip,
  StripAccents: () => without(OLDER_MARK),
};

const unchanged: Normalizer = (aligned) => aligned;

/** Throws Unsupported for a kind that is not covered. */
export function normalizerOf(config: JsonReader | null): Normalizer {
  if (config === null) return unchanged;
  const type = config.string('type');
  const build = Object.hasOwn(NORMALIZERS, type) ? NORMALIZERS[type] : undefined;
  if (build === undefined) throw new Unsupported(`the normalizer ${type}`);
  return build(config);
}

function inSequence(members: readonly Normalizer[]): Normalizer {
  return (aligned) => members.reduce((text, normalize) => normalize(text), aligned);
}
