/** Grids as pictures, for tests: a line per row, panes beside each other. */
import type { TokenCell, TokenDiffModel } from '../../../protocol/views.ts';
import { gridOf, type Grid } from '../model/grid.ts';
import { glyphsOf } from '../model/glyphs.ts';
import { inlineLane, sideLanes, type Lane } from '../model/lanes.ts';
import { TOKEN_FRAME, type LaneRow, type Metrics } from '../model/rows.ts';
import { seamOf } from '../model/seam.ts';

/** Frames aside, a pixel is a column here. */
export function metricsOf(tokensOfOneColumn: number): Metrics {
  return {
    column: 1,
    idColumn: 1,
    width: tokensOfOneColumn * (1 + TOKEN_FRAME),
    whitespace: true,
    ids: false,
  };
}

export function gridFor(
  model: Pick<TokenDiffModel, 'before' | 'after' | 'stretches'>,
  mode: 'side-by-side' | 'inline',
  expanded: readonly number[] | null = null,
  metrics: Metrics = metricsOf(1000),
): Grid {
  const lanes = mode === 'inline' ? [inlineLane(model)] : sideLanes(model);
  const seam = seamOf(lanes, model);
  return gridOf({ lanes, seam, metrics, expanded: expanded === null ? null : new Set(expanded) });
}

/** `a|b` are tokens, removed ones in `-…-`, added ones in `+…+`; `/` fills a pane. */
export function drawn(grid: Grid): string[] {
  return grid.rows.map((row) => {
    if (row.kind === 'seam') return '=== seam';
    if (row.kind === 'heading') return `=== part ${row.part}`;
    if (row.kind === 'fold') return `=== ${row.tokens} folded in stretch ${row.stretch}`;
    return row.panes
      .map((pane) => (pane === null ? '/' : drawnPane(pane, grid.lanes[pane.lane] ?? [])))
      .join('   ');
  });
}

const frames = { equal: '', removed: '-', added: '+' } as const;

function drawnPane({ segments }: LaneRow, lane: Lane): string {
  return segments
    .map(({ position, from, to }) => {
      const token = lane[position];
      const frame = frames[token?.mark ?? 'equal'];
      const text = glyphsOf(token?.cell.text.slice(from, to) ?? '', true)
        .map((run) => run.text)
        .join('');
      return `${frame}${text}${frame}`;
    })
    .join('|');
}

/** Tokens of a text that is cut at `|`, with ids from 1 on, or -1 where `ids` is false. */
export function cells(text: string, ids = true): TokenCell[] {
  let at = 0;
  return text.split('|').map((part, i) => {
    const start = at;
    at += part.length;
    return {
      id: ids ? i + 1 : -1,
      start,
      end: at,
      text: part,
      special: false,
      bytes: null,
      site: null,
      path: null,
      message: -1,
      generation: false,
    };
  });
}
