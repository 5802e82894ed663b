import type { LaneToken } from '../model/lanes.ts';
import { spokenToken } from '../model/facts.ts';
import { labelOf, type Segment } from '../model/rows.ts';
import { Glyphs } from './Glyphs.tsx';

interface TokenProps {
  readonly token: LaneToken;
  readonly segment: Segment;
  readonly lane: number;
  readonly whitespace: boolean;
  readonly ids: boolean;
  readonly active: boolean;
  readonly selected: boolean;
  readonly hit: 'none' | 'hit' | 'current';
  /** Written by the place of the template that the cursor is at. */
  readonly written: boolean;
}

/** One token, or the part of it that stands on this row. Clicks and keys are the grid's. */
export function Token(props: TokenProps) {
  const { token, segment, lane, whitespace, ids, active, selected, hit, written } = props;
  const { cell, mark } = token;
  const classes = ['token', `token-${mark}`];
  if (cell.special) classes.push('token-special');
  if (cell.bytes !== null) classes.push('token-bytes');
  if (cell.id < 0) classes.push('token-run');
  if (selected) classes.push('token-selected');
  if (hit !== 'none') classes.push(`token-${hit}`);
  if (written) classes.push('token-written');
  if (token.loss !== undefined) classes.push(`token-loss-${token.loss}`);
  const label = labelOf(cell, segment.from, segment.to);
  return (
    <span
      class={classes.join(' ')}
      role="gridcell"
      tabIndex={active ? 0 : -1}
      aria-label={spokenToken(token)}
      aria-selected={selected}
      data-lane={lane}
      data-position={segment.position}
    >
      <span class="token-text">
        {cell.bytes === null ? <Glyphs text={label} whitespace={whitespace} /> : label}
      </span>
      {ids && cell.id >= 0 && <span class="token-id">{cell.id}</span>}
    </span>
  );
}
