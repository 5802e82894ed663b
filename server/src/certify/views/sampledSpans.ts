/** Which part of a text each of some ids stands for, whatever way they cut it. */
import type { Encoding } from '../../tokenizer/index.ts';
import { equalIds } from '../../tokenizer/analysis/ids.ts';
import type { Subject } from '../subject.ts';

/** `ids` decode to `text`. Tokens that are bytes of one character share its range. */
export function spansOf(subject: Subject, text: string, ids: Int32Array): Encoding {
  const canonical = subject.encode(text);
  if (canonical !== null && equalIds(canonical.ids, ids)) return canonical;
  const offsets = offsetsOfBytes(text);
  const last = offsets.length - 1;
  const starts = new Int32Array(ids.length);
  const ends = new Int32Array(ids.length);
  let byte = 0;
  ids.forEach((id, index) => {
    starts[index] = offsets[Math.min(byte, last)]!;
    byte += subject.tokenizer?.tokenBytes(id)?.length ?? 0;
    ends[index] = offsets[Math.min(byteAfter(offsets, byte), last)]!;
  });
  return { ids, starts, ends };
}

/** For each byte of the text in UTF-8, the offset of its character; behind the last, the length. */
function offsetsOfBytes(text: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let byte = 0; byte < bytes; byte += 1) offsets.push(at);
    at += character.length;
  }
  return [...offsets, at];
}

/** A byte inside of a character ends with the character. */
function byteAfter(offsets: readonly number[], byte: number): number {
  let end = byte;
  while (end > 0 && end < offsets.length && offsets[end] === offsets[end - 1]) end += 1;
  return end;
}
