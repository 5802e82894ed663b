import type { JsonReader } from '../files/reader.ts';
import { type EncodedPiece, type Model } from './piece.ts';
import { remembered } from './remembered.ts';
import { unknownIdOf } from './unknown.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The longest token first, from left to right; a word that can't be spelt so is unknown as a whole. */
export function wordPiece(config: JsonReader, vocabulary: Vocabulary): Model {
  const unknown = unknownIdOf(config, vocabulary);
  const prefix = config.string('continuing_subword_prefix', '##');
  const longest = config.integer('max_input_chars_per_word', 100);
  return remembered((word) => {
    const whole = [unknown, 0, word.length];
    return [...word].length > longest ? whole : (pieces(word, prefix, vocabulary) ?? whole);
  });
}

function pieces(word: string, prefix: string, vocabulary: Vocabulary): EncodedPiece | null {
  const piece: number[] = [];
  for (let start = 0, end = 0; start < word.length; start = end) {
    const before = start > 0 ? prefix : '';
    let id = -1;
    for (end = Math.min(word.length, start + vocabulary.longest) + 1; id < 0 && end > start + 1;)
      id = vocabulary.idOf(before + word.slice(start, --end));
    if (id < 0) return null;
    piece.push(id, start, end);
  }
  return piece;
}
