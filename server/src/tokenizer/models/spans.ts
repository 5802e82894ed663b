import type { Word } from './merge.ts';
import { newPiece, type EncodedPiece } from './piece.ts';

/** The tokens of a word whose lengths are UTF-8 bytes, with their ranges in UTF-16 units of its text. */
export function withSpans(word: Word, text: string): EncodedPiece {
  const { ids, lengths, size } = word;
  const piece = newPiece(size);
  let byte = 0;
  // The character under the cursor: its bytes and its units.
  let unitStart = 0;
  let unitEnd = 0;
  let byteEnd = 0;
  let slot = 0;
  for (let token = 0; token < size; token++) {
    while (byteEnd <= byte && unitEnd < text.length) {
      unitStart = unitEnd;
      const codePoint = text.codePointAt(unitStart)!;
      unitEnd += codePoint > 0xffff ? 2 : 1;
      byteEnd += utf8Length(codePoint);
    }
    piece[slot++] = ids[token]!;
    piece[slot++] = unitStart;
    byte += lengths[token]!;
    while (byteEnd < byte && unitEnd < text.length) {
      unitStart = unitEnd;
      const codePoint = text.codePointAt(unitStart)!;
      unitEnd += codePoint > 0xffff ? 2 : 1;
      byteEnd += utf8Length(codePoint);
    }
    piece[slot++] = unitEnd;
  }
  return piece;
}

export function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
