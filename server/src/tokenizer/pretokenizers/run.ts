import { sliceAligned, type AlignedText } from '../text/alignedText.ts';
import { Ranges } from '../text/ranges.ts';
import type { Stage } from './index.ts';

/** Takes the pieces: units `[from, to)` of a text. */
export type PieceVisitor = (aligned: AlignedText, from: number, to: number) => void;

/** Runs a text through the stages, piece by piece, in order. */
export class PreTokenizer {
  private readonly steps: readonly { readonly stage: Stage; readonly pieces: Ranges }[];

  constructor(stages: readonly Stage[]) {
    this.steps = stages
      .filter((stage) => stage.kind !== 'bytes')
      .map((stage) => ({ stage, pieces: new Ranges() }));
  }

  run(aligned: AlignedText, visit: PieceVisitor): void {
    this.step(0, aligned, 0, aligned.text.length, visit);
  }

  private step(index: number, aligned: AlignedText, from: number, to: number, visit: PieceVisitor): void {
    // Nothing is put before an empty piece.
    if (from === to) return;
    const step = this.steps[index];
    if (step === undefined) {
      visit(aligned, from, to);
    } else if (step.stage.kind === 'rewrite') {
      const rewritten = step.stage.rewrite(sliceAligned(aligned, from, to));
      this.step(index + 1, rewritten, 0, rewritten.text.length, visit);
    } else if (step.stage.kind === 'split') {
      // A piece is cut as a text of its own: no look-around sees its neighbours.
      const whole = from === 0 && to === aligned.text.length;
      step.pieces.clear();
      step.stage.split(whole ? aligned.text : aligned.text.slice(from, to), step.pieces);
      for (let piece = 0; piece < step.pieces.size; piece++) {
        this.step(index + 1, aligned, from + step.pieces.from(piece), from + step.pieces.to(piece), visit);
      }
    }
  }
}
