import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { GridRow } from '../model/grid.ts';
import type { Lane, LaneToken, Place } from '../model/lanes.ts';
import type { LaneRow } from '../model/rows.ts';
import type { Hits } from '../model/search.ts';
import { isSelected, type Selection } from '../model/selection.ts';
import { counted } from '../model/summary.ts';
import type { Written } from '../model/written.ts';
import { Icon } from './Icon.tsx';
import { Token } from './Token.tsx';

/** Everything that decides how tokens look, besides themselves: one object, so that rows can be kept. */
export interface Look {
  readonly lanes: readonly Lane[];
  readonly whitespace: boolean;
  readonly ids: boolean;
  readonly active: Place;
  readonly selection: Selection | null;
  readonly hits: Hits;
  readonly hit: Place | null;
  readonly written: Written;
  readonly seam: { readonly text: string; readonly kind: 'diverges' | 'appended' } | null;
  /** What stands over each part. */
  readonly headings: readonly ComponentChildren[];
  /** `token`, or `run` where there are no ids. */
  readonly unit: string;
  onExpand(stretch: number): void;
}

interface GridRowViewProps {
  readonly row: GridRow;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly look: Look;
}

/** A row of the grid. Drawn again only when it or the look changes: scrolling costs the new rows alone. */
export function GridRowView({ row, index, top, height, look }: GridRowViewProps) {
  return useMemo(
    () => (
      <div
        class={`row row-${row.kind}`}
        role="row"
        aria-rowindex={index + 1}
        style={{ transform: `translateY(${top}px)`, height: `${height}px` }}
      >
        {row.kind === 'tokens' &&
          row.panes.map((pane, i) => <Pane key={i} pane={pane} side={i} look={look} />)}
        {row.kind === 'fold' && <Fold row={row} look={look} />}
        {row.kind === 'heading' && (
          <div class="heading" role="rowheader">
            {look.headings[row.part]}
          </div>
        )}
        {row.kind === 'seam' && look.seam !== null && (
          <div class={`seam seam-${look.seam.kind}`} role="gridcell" title={look.seam.text}>
            <Icon name={look.seam.kind === 'diverges' ? 'git-compare' : 'arrow-down'} />
            <span class="seam-text">{look.seam.text}</span>
          </div>
        )}
      </div>
    ),
    [row, index, top, height, look],
  );
}

function Fold({ row, look }: { row: GridRow & { kind: 'fold' }; look: Look }) {
  return (
    <div class="fold" role="gridcell">
      <button type="button" class="fold-button" onClick={() => look.onExpand(row.stretch)}>
        <Icon name="unfold" /> {counted(row.tokens, `equal ${look.unit}`)} folded
      </button>
    </div>
  );
}

const signs = { equal: '', removed: '−', added: '+', both: '±' } as const;

function Pane({ pane, side, look }: { pane: LaneRow | null; side: number; look: Look }) {
  if (pane === null) return <div class={`pane pane-${side} pane-filler`} role="presentation" />;
  const lane = look.lanes[pane.lane] ?? [];
  const mark = markOf(pane, lane);
  const first = lane[pane.segments[0]?.position ?? -1];
  return (
    <div class={`pane pane-${side} pane-${mark}`} role="presentation">
      <span class="gutter" aria-hidden="true">
        <span class="gutter-sign">{signs[mark]}</span>
        <span class="gutter-index">
          {pane.continued || first === undefined ? '' : indexOf(first, look, pane.lane)}
        </span>
      </span>
      <span class="line" role="presentation">
        {pane.segments.map((segment) => {
          const token = lane[segment.position];
          if (token === undefined) return null;
          const { position } = segment;
          const here = (place: Place | null) => place?.lane === pane.lane && place.position === position;
          const hit = look.hits.marks[pane.lane]?.[position] === 1;
          return (
            <Token
              key={`${position}:${segment.from}`}
              token={token}
              segment={segment}
              lane={pane.lane}
              whitespace={look.whitespace}
              ids={look.ids}
              active={here(look.active)}
              selected={isSelected(look.selection, pane.lane, position)}
              hit={here(look.hit) ? 'current' : hit ? 'hit' : 'none'}
              written={look.written.marks[pane.lane]?.[position] === 1}
            />
          );
        })}
      </span>
    </div>
  );
}

/** The first of two lanes counts in the first render; everything else in the second. Runs of text are not counted. */
function indexOf({ cell, before, after }: LaneToken, look: Look, lane: number): number | '' | null {
  if (cell.id < 0) return '';
  return look.lanes.length === 2 && lane === 0 ? before : (after ?? before);
}

function markOf(pane: LaneRow, lane: Lane): keyof typeof signs {
  let removed = false;
  let added = false;
  for (const { position } of pane.segments) {
    removed ||= lane[position]?.mark === 'removed';
    added ||= lane[position]?.mark === 'added';
  }
  if (removed && added) return 'both';
  return removed ? 'removed' : added ? 'added' : 'equal';
}
