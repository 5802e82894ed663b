import { PIECE_STRIDE } from '../models/piece.ts';

/**
 * Ranges for tokens whose tokenizer gives none: `[id, start, end]` each, by finding the text that each token shows, from
 * left to right. A token that shows other text than stands there covers what lies between its neighbours.
 */
export function spansBySurface(
  text: string,
  ids: readonly number[],
  surfaces: readonly string[],
): Int32Array {
  const spans = new Int32Array(ids.length * PIECE_STRIDE);
  let done = 0;
  let unplaced = 0;
  ids.forEach((id, token) => {
    const slot = token * PIECE_STRIDE;
    spans[slot] = id;
    const surface = surfaces[token]!;
    const trimmed = surface.trimStart();
    const start = trimmed === '' ? -1 : text.indexOf(trimmed, done);
    // Text between would belong to no token: this must be another place that reads alike.
    if (start < 0 || (unplaced === token && text.slice(done, start).trim() !== '')) return;
    // A space that the token shows and the text has belongs to the token.
    const shown = surface.length - trimmed.length;
    const from = text.startsWith(surface, start - shown) && start - shown >= done ? start - shown : start;
    cover(spans, unplaced, token, done, from);
    spans[slot + 1] = from;
    spans[slot + 2] = start + trimmed.length;
    done = start + trimmed.length;
    unplaced = token + 1;
  });
  cover(spans, unplaced, ids.length, done, text.length);
  return spans;
}

function cover(spans: Int32Array, first: number, last: number, from: number, to: number): void {
  for (let token = first; token < last; token++) {
    spans[token * PIECE_STRIDE + 1] = from;
    spans[token * PIECE_STRIDE + 2] = to;
  }
}
