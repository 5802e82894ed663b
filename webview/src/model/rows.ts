/** Lays a lane out in rows: a row ends after a line break of the text or where the width is used up. */
import type { TokenCell } from '../../../protocol/views.ts';
import { columnsOfText, spacedHex } from './glyphs.ts';
import type { Lane } from './lanes.ts';

/** Sizes in pixels. */
export interface Metrics {
  /** One column of the fixed-width font, and of the smaller one that ids are set in. */
  readonly column: number;
  readonly idColumn: number;
  /** Room for tokens in one pane. */
  readonly width: number;
  readonly whitespace: boolean;
  readonly ids: boolean;
}

/** Border and margin around a token: styles/tokens.css sets the same. */
export const TOKEN_FRAME = 3;

/** A token in a row, or the part of it that fits: `from` and `to` are offsets in the cell's text. */
export interface Segment {
  readonly position: number;
  readonly from: number;
  readonly to: number;
  /** Pixels from the start of the row. */
  readonly x: number;
}

export interface LaneRow {
  readonly lane: number;
  readonly segments: readonly Segment[];
  /** Goes on with the text line of the row before. */
  readonly continued: boolean;
}

/** What is written on a token: its bytes where it is only part of a character. */
export function labelOf(cell: TokenCell, from: number, to: number): string {
  return cell.bytes === null ? cell.text.slice(from, to) : spacedHex(cell.bytes);
}

/** `breaks`: positions that start a row of their own. */
export function rowsOf(
  lane: Lane,
  laneIndex: number,
  metrics: Metrics,
  breaks: ReadonlySet<number>,
): LaneRow[] {
  const rows: LaneRow[] = [];
  let segments: Segment[] = [];
  let x = 0;
  let continued = false;
  const end = (lineEnds: boolean) => {
    if (segments.length > 0) rows.push({ lane: laneIndex, segments, continued });
    if (segments.length > 0 || lineEnds) continued = !lineEnds;
    segments = [];
    x = 0;
  };
  lane.forEach(({ cell }, position) => {
    if (breaks.has(position)) end(false);
    for (const [from, to] of partsOf(cell, metrics)) {
      const width = segmentWidth(cell, from, to, metrics);
      if (x > 0 && x + width > metrics.width) end(false);
      segments.push({ position, from, to, x });
      x += width;
      if (cell.bytes === null && cell.text.slice(from, to).includes('\n')) end(true);
    }
  });
  end(false);
  return rows;
}

/** Whole tokens stay whole unless they are wider than a row; runs of text without an id end at line breaks. */
function partsOf(cell: TokenCell, metrics: Metrics): [number, number][] {
  const { text } = cell;
  if (cell.bytes !== null) return [[0, text.length]];
  const lines: [number, number][] = [];
  for (let from = 0; cell.id < 0 && from < text.length;) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 ? text.length : newline + 1;
    lines.push([from, to]);
    from = to;
  }
  if (lines.length === 0) lines.push([0, text.length]);
  return lines.flatMap(([from, to]) => wrapped(cell, from, to, metrics));
}

function wrapped(cell: TokenCell, from: number, to: number, metrics: Metrics): [number, number][] {
  // Most tokens are short: a column per unit, three at most, is enough to see that they fit.
  if ((to - from) * 3 * metrics.column < metrics.width) return [[from, to]];
  const room = Math.max(1, Math.floor((metrics.width - TOKEN_FRAME) / metrics.column));
  const parts: [number, number][] = [];
  let start = from;
  let columns = 0;
  let at = from;
  for (const character of cell.text.slice(from, to)) {
    const width = columnsOfText(character, metrics.whitespace);
    if (at > start && columns + width > room) {
      parts.push([start, at]);
      start = at;
      columns = 0;
    }
    columns += width;
    at += character.length;
  }
  parts.push([start, to]);
  return parts;
}

function segmentWidth(cell: TokenCell, from: number, to: number, metrics: Metrics): number {
  const columns = columnsOfText(labelOf(cell, from, to), metrics.whitespace);
  const idWidth = metrics.ids && cell.id >= 0 ? String(cell.id).length * metrics.idColumn : 0;
  return Math.max(columns * metrics.column, idWidth) + TOKEN_FRAME;
}
