import { bytesOfBase64 } from '../text/base64.ts';
import type { JsonReader } from '../files/reader.ts';
import { AlignedTextBuilder, type AlignedText } from '../text/alignedText.ts';
import { strictUtf8Text, utf8Bytes } from '../text/utf8.ts';
import type { Normalizer } from './index.ts';

/** Clusters of fewer bytes are looked up whole, longer ones character by character. */
const LONGEST_CLUSTER = 5;

/** SentencePiece's own table of replacements. */
export function precompiled(config: JsonReader): Normalizer {
  const bytes = bytesOfBase64(config.string('precompiled_charsmap'));
  const map = bytes === null ? null : CharacterMap.read(bytes);
  if (map === null) throw config.error('has a precompiled_charsmap that is no table of SentencePiece.');
  return (aligned) => rewritten(aligned, map);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that a cluster may begin with and go on behind. */
const PREPENDED =
  '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u0d4e\\u{110bd}\\u{110cd}\\u{111c2}\\u{111c3}]';
/** Up to a printable ASCII character, before which every cluster ends; else short, and not before a mark. */
const STRETCH = new RegExp(
  `[^]{1,200}?(?=(?<!${PREPENDED})[\\x20-\\x7e])|[^]{1,200}(?![\\p{M}\\u200d\\n])|[^]{1,200}`,
  'gu',
);

/** The segmenter takes quadratic time: it gets short texts only, and none of one ASCII character. */
function* clustersOf(text: string): Generator<{ readonly segment: string; readonly index: number }> {
  for (const { 0: stretch, index: from } of text.matchAll(STRETCH)) {
    if (stretch.length === 1) yield { segment: stretch, index: from };
    else for (const { segment, index } of segmenter.segment(stretch)) yield { segment, index: from + index };
  }
}

function rewritten(aligned: AlignedText, map: CharacterMap): AlignedText {
  const builder = new AlignedTextBuilder(aligned);
  const write = (at: number, part: string, after: string | null): void => {
    if (after === null || after === part) builder.keep(at, at + part.length);
    else builder.replace(at, at + part.length, after);
  };
  for (const { segment, index } of clustersOf(aligned.text)) {
    const whole = utf8Bytes(segment).length <= LONGEST_CLUSTER ? map.of(segment) : null;
    if (whole !== null) {
      write(index, segment, whole);
      continue;
    }
    let at = index;
    for (const character of segment) {
      write(at, character, map.of(character));
      at += character.length;
    }
  }
  return builder.build();
}

/** A trie in a double array (darts), whose values are places in a text of replacements parted by NUL. */
class CharacterMap {
  private constructor(
    private readonly trie: DataView,
    private readonly texts: Uint8Array,
  ) {}

  /** Null for bytes that are no such table. */
  static read(bytes: Uint8Array): CharacterMap | null {
    if (bytes.length < 4) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const size = view.getUint32(0, true);
    if (size % 4 !== 0 || size === 0 || size + 4 > bytes.length) return null;
    const trie = new DataView(bytes.buffer, bytes.byteOffset + 4, size);
    return new CharacterMap(trie, bytes.subarray(4 + size));
  }

  /** The replacement of the shortest beginning of `text` that has one, as the reference has it; null for none. */
  of(text: string): string | null {
    let node = offsetOf(this.unit(0));
    for (const byte of utf8Bytes(text)) {
      if (byte === 0) return null;
      node ^= byte;
      const unit = this.unit(node);
      if (labelOf(unit) !== byte) return null;
      node ^= offsetOf(unit);
      if (hasLeaf(unit)) return this.textAt(this.unit(node) & 0x7fffffff);
    }
    return null;
  }

  private unit(at: number): number {
    return at * 4 + 4 <= this.trie.byteLength ? this.trie.getUint32(at * 4, true) : 0;
  }

  private textAt(start: number): string | null {
    const end = this.texts.indexOf(0, start);
    return strictUtf8Text(this.texts.subarray(start, end < 0 ? undefined : end));
  }
}

const offsetOf = (unit: number): number => (unit >>> 10) << ((unit & (1 << 9)) >>> 6);
/** The byte that leads to the unit; a leaf has the top bit too, which no byte has. */
const labelOf = (unit: number): number => (unit & 0x800000ff) >>> 0;
const hasLeaf = (unit: number): boolean => ((unit >>> 8) & 1) === 1;
