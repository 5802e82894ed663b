import type { Vocabulary } from './vocabulary.ts';

/** Ids of `<0x00>` to `<0xFF>`; -1 for those that are not there. */
export function byteTokenIds(vocabulary: Vocabulary): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) =>
    vocabulary.idOf(`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`),
  );
}
