import { Unsupported } from '../files/unsupported.ts';
import type { JsonReader } from '../files/reader.ts';
import type { AlignedText } from '../text/alignedText.ts';
import { lowercase, prepend, strip, stripAccents } from './simple.ts';
import { replace } from './replace.ts';
import { unicodeForm } from './unicode.ts';

export type Normalizer = (aligned: AlignedText) => AlignedText;

/** By the `type` in tokenizer.json. */
const NORMALIZERS: Readonly<Record<string, (config: JsonReader) => Normalizer>> = {
  Lowercase: () => lowercase,
  NFC: () => unicodeForm('NFC'),
  NFD: () => unicodeForm('NFD'),
  NFKC: () => unicodeForm('NFKC'),
  NFKD: () => unicodeForm('NFKD'),
  Prepend: prepend,
  Replace: replace,
  Sequence: (config) => inSequence(config.children('normalizers').map(normalizerOf)),
  Strip: strip,
  StripAccents: () => stripAccents,
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
