/** A run of tokens in one lane, and what copying it gives. */
import type { TokenCell } from '../../../protocol/views.ts';
import type { Lane } from './lanes.ts';

export interface Selection {
  readonly lane: number;
  /** Where it began, and where it was drawn to; both included. */
  readonly anchor: number;
  readonly head: number;
}

export function selectedTokens(lanes: readonly Lane[], { lane, anchor, head }: Selection): Lane {
  return (lanes[lane] ?? []).slice(Math.min(anchor, head), Math.max(anchor, head) + 1);
}

export function isSelected(selection: Selection | null, lane: number, position: number): boolean {
  if (selection === null || selection.lane !== lane) return false;
  const { anchor, head } = selection;
  return position >= Math.min(anchor, head) && position <= Math.max(anchor, head);
}

/** A JSON array, as Python and JavaScript read it. */
export function idsAsText(cells: readonly TokenCell[]): string {
  return `[${cells.map(({ id }) => id).join(', ')}]`;
}

/** The text of tokens that follow each other in one render. */
export function textOf(cells: readonly TokenCell[]): string {
  return cells.map((cell, i) => textAfter(cells[i - 1], cell)).join('');
}

/** What a token adds to the text before it: tokens that are bytes of one character give that character once. */
export function textAfter(last: TokenCell | undefined, cell: TokenCell): string {
  const overlaps =
    last !== undefined &&
    last.bytes !== null &&
    cell.bytes !== null &&
    last.start <= cell.start &&
    cell.start < last.end;
  return overlaps ? cell.text.slice(last.end - cell.start) : cell.text;
}
