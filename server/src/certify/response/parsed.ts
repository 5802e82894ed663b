/** What came of parsing a sampled turn. */
import type { Span } from '../../../../protocol/certification.ts';

export interface ParsedCall {
  readonly name: string;
  /** Null where the format carries none. */
  readonly id: string | null;
  /** JSON text of the arguments, an object; numbers as they were spelt. */
  readonly arguments: string;
}

export interface ParsedTurn {
  readonly reasoning: string | null;
  readonly content: string;
  readonly calls: readonly ParsedCall[];
}

/** What of the turn is not as the template writes it. */
export interface Malformed {
  /** UTF-16 offset in the turn's text, prefill included. */
  readonly at: number;
  readonly message: string;
}

/** A stretch of the turn and what it was taken for. */
export interface Piece extends Span {
  readonly part: 'scaffold' | 'reasoning' | 'content' | 'name' | 'id' | 'arguments';
}

export interface ParsedResponse {
  /** What was parsed: prefill and sampled text. Offsets refer to it. */
  readonly text: string;
  readonly turn: ParsedTurn;
  /** Null where all of the turn was understood. What was not stays in the content. */
  readonly malformed: Malformed | null;
  /** They add up to the text. */
  readonly pieces: readonly Piece[];
}
