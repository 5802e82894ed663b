import { newPiece, PIECE_STRIDE, type EncodedPiece } from './models/piece.ts';
import type { Encoding } from './types.ts';

/** Room for this many tokens is kept between texts. */
const KEPT = 50_000;

/** Collects tokens and their ranges in the original text; made once and used for text after text. */
export class TokenSink {
  private slots = new Int32Array(1024 * PIECE_STRIDE);
  private used = 0;

  /** How many tokens there are. */
  get size(): number {
    return this.used / PIECE_STRIDE;
  }

  clear(): void {
    this.used = 0;
    if (this.slots.length > KEPT * PIECE_STRIDE) this.slots = new Int32Array(KEPT * PIECE_STRIDE);
  }

  push(id: number, start: number, end: number): void {
    this.reserve(PIECE_STRIDE);
    this.slots[this.used++] = id;
    this.slots[this.used++] = start;
    this.slots[this.used++] = end;
  }

  /** The tokens of a piece that begins at `origin`. */
  pushPiece(piece: EncodedPiece, origin: number): void {
    this.reserve(piece.length);
    const { slots } = this;
    let at = this.used;
    for (let slot = 0; slot < piece.length; slot += PIECE_STRIDE) {
      slots[at++] = piece[slot]!;
      slots[at++] = origin + piece[slot + 1]!;
      slots[at++] = origin + piece[slot + 2]!;
    }
    this.used = at;
  }

  /** Tokens from the one at `first` on, as a piece that begins at `origin`. */
  pieceFrom(first: number, origin: number): EncodedPiece {
    const { slots } = this;
    const piece = newPiece(this.size - first);
    let from = first * PIECE_STRIDE;
    for (let slot = 0; slot < piece.length; slot += PIECE_STRIDE) {
      piece[slot] = slots[from++]!;
      piece[slot + 1] = slots[from++]! - origin;
      piece[slot + 2] = slots[from++]! - origin;
    }
    return piece;
  }

  encoding(): Encoding {
    const { size, slots } = this;
    // Memory of a typed array is dear to get: the three share theirs.
    const memory = new ArrayBuffer(size * PIECE_STRIDE * Int32Array.BYTES_PER_ELEMENT);
    const part = (index: number) => new Int32Array(memory, index * size * Int32Array.BYTES_PER_ELEMENT, size);
    const [ids, starts, ends] = [part(0), part(1), part(2)];
    for (let token = 0, slot = 0; token < size; token++) {
      ids[token] = slots[slot++]!;
      starts[token] = slots[slot++]!;
      ends[token] = slots[slot++]!;
    }
    return { ids, starts, ends };
  }

  private reserve(extra: number): void {
    const needed = this.used + extra;
    if (needed <= this.slots.length) return;
    const larger = new Int32Array(Math.max(needed, this.slots.length * 2));
    larger.set(this.slots);
    this.slots = larger;
  }
}
