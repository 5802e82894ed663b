import { Memo } from './memo.ts';
import type { EncodedPiece, Model } from './piece.ts';

const SHORT = { pieces: 60_000, longest: 256 };
/** Where nothing cuts text, a whole message is one piece; conversations repeat their messages. */
const LONG = { pieces: 200, longest: 20_000 };

/** A model that remembers what it encoded. */
export function remembered(encode: (text: string) => EncodedPiece): Model {
  const short = new Memo<EncodedPiece>(SHORT.pieces);
  const long = new Memo<EncodedPiece>(LONG.pieces);
  return {
    encodePiece(text) {
      if (text.length > LONG.longest) return encode(text);
      const memo = text.length > SHORT.longest ? long : short;
      const known = memo.get(text);
      if (known !== undefined) return known;
      const piece = encode(text);
      memo.set(text, piece);
      return piece;
    },
  };
}
