/**
 * A piece encoded: three numbers per token, `id, start, end`, the range in UTF-16 units of the piece. Tokens that are
 * bytes of one character share its range.
 */
export type EncodedPiece = ArrayLike<number>;

export const PIECE_STRIDE = 3;

export interface Model {
  encodePiece(text: string): EncodedPiece;
}

const LONGEST_PLAIN_ARRAY = 3000;

/** Room for a piece of so many tokens: small typed arrays cost more to make than plain ones. */
export function newPiece(tokens: number): number[] | Int32Array {
  const total = tokens * PIECE_STRIDE;
  return total > LONGEST_PLAIN_ARRAY ? new Int32Array(total) : new Array<number>(total);
}
