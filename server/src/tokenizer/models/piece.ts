/**
 * A piece encoded: three numbers per token, `id, start, end`, the range in UTF-16 units of the piece. Tokens that are
 * bytes of one character share its range.
 */
export type EncodedPiece = ArrayLike<number>;

export const PIECE_STRIDE = 3;

export interface Model {
  encodePiece(text: string): EncodedPiece;
}
