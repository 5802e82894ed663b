import type { JsonReader } from '../files/reader.ts';
import { type Model } from './piece.ts';
import { unknownIdOf } from './unknown.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Whole words, or unknown ones. */
export function wordLevel(config: JsonReader, vocabulary: Vocabulary): Model {
  const unknown = unknownIdOf(config, vocabulary);
  return {
    encodePiece(word) {
      const id = vocabulary.idOf(word);
      return [id < 0 ? unknown : id, 0, word.length];
    },
  };
}
