/** A run of tokens in one lane, and what copying it gives. */
import type { TokenCell } from '../../../protocol/views.ts';
import type { Lane, LaneToken } from './lanes.ts';

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
export function idsAsText(cells: readonly Pick<TokenCell, 'id'>[]): string {
  return `[${cells.map(({ id }) => id).join(', ')}]`;
}

/** The text of tokens that follow each other in a lane. */
export function textOf(tokens: Lane): string {
  return tokens.map((token, i) => textAfter(tokens[i - 1], token)).join('');
}

/** What a token adds to the text before it: tokens that are bytes of one character give that character once. */
export function textAfter(last: LaneToken | undefined, token: LaneToken): string {
  const { cell, from } = token;
  const overlap =
    last?.from === from && last.cell.start <= cell.start ? Math.max(last.cell.end - cell.start, 0) : 0;
  return cell.text.slice(overlap);
}
