/** Tokens in rows, one or two panes, only the rows in sight mounted; mouse, keyboard and tooltip. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Message } from '../../../protocol/conversation.ts';
import { usePanel } from '../app/panelContext.ts';
import { gridMoveOf } from '../app/keys.ts';
import { PROBE } from '../hooks/useMeasured.ts';
import type { TokenGridControl } from '../hooks/useTokenGrid.ts';
import { useTokenTip } from '../hooks/useTokenTip.ts';
import type { Place } from '../model/lanes.ts';
import { tokenAt } from '../model/navigate.ts';
import { noHits, type Hits } from '../model/search.ts';
import { nothingWritten, type Written } from '../model/written.ts';
import { GridRowView, type Look } from './GridRowView.tsx';
import { TokenTip } from './TokenTip.tsx';

interface TokenGridProps {
  readonly control: TokenGridControl;
  readonly label: string;
  readonly seam?: Look['seam'];
  /** Over each part of the grid. */
  readonly headings?: readonly ComponentChildren[];
  readonly unit: string;
  readonly hits?: Hits;
  readonly hit?: Place | null;
  readonly written?: Written;
  readonly messages?: readonly Message[];
  onScroll?(top: number): void;
  /** Ctrl+C and c. */
  onCopy(what: 'text' | 'ids'): void;
}

const noMessages: readonly Message[] = [];
const noHeadings: readonly ComponentChildren[] = [];

export function TokenGrid(props: TokenGridProps) {
  const { control, label, seam = null, unit, hits = noHits, hit = null, written = nothingWritten } = props;
  const { headings = noHeadings } = props;
  const { grid, rowHeight, virtualizer, active, selection, scroller, whitespace, ids, onExpand } = control;
  const { host } = usePanel();
  const tip = useTokenTip();
  const drawing = useRef<{ lane: number; moved: boolean } | null>(null);

  const look: Look = useMemo(
    () => ({
      lanes: grid.lanes,
      whitespace,
      ids,
      active,
      selection,
      hits,
      hit,
      written,
      seam,
      headings,
      unit,
      onExpand,
    }),
    [grid.lanes, whitespace, ids, active, selection, hits, hit, written, seam, headings, unit, onExpand],
  );

  useLayoutEffect(() => {
    if (!control.takesFocus.current) return;
    control.takesFocus.current = false;
    const query = `[data-lane="${active.lane}"][data-position="${active.position}"]`;
    const element = scroller.current?.querySelector<HTMLElement>(query);
    element?.focus({ preventScroll: true });
    if (element) tip.show(active, element);
  });

  function reveal(place: Place) {
    const site = tokenAt(grid, place)?.cell.site;
    if (site) host.post({ type: 'reveal', span: site });
  }

  function onPointerDown(event: PointerEvent) {
    const place = placeOf(event.target);
    if (place === null || event.button !== 0) return;
    tip.hide();
    control.activate(place, event.shiftKey);
    drawing.current = { lane: place.lane, moved: event.shiftKey };
  }
  function onPointerMove(event: PointerEvent) {
    const place = placeOf(event.target);
    if (place === null) return;
    if (drawing.current === null || event.buttons !== 1) return tip.showSoon(place, event.target);
    if (place.lane !== drawing.current.lane || selection?.head === place.position) return;
    if (place.position === active.position && !drawing.current.moved) return;
    drawing.current.moved = true;
    control.activate(place, true);
  }
  function onPointerUp(event: PointerEvent) {
    const place = placeOf(event.target);
    if (place !== null && drawing.current?.moved === false) reveal(place);
    drawing.current = null;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (placeOf(event.target) === null) return;
    const commands = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (commands && key === 'c') props.onCopy('text');
    else if (commands && key === 'a')
      control.select({ lane: active.lane, anchor: 0, head: (grid.lanes[active.lane]?.length ?? 1) - 1 });
    else if (!commands && key === 'c') props.onCopy('ids');
    else if (event.key === 'Enter' || event.key === ' ') reveal(active);
    else if (event.key === 'Escape' && (tip.shown !== null || selection !== null)) {
      if (tip.shown === null) control.select(null);
      tip.hide();
    } else {
      const move = gridMoveOf(event);
      if (move === null || !control.move(move, event.shiftKey && event.key !== 'N')) return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  const shown = tip.shown === null ? undefined : tokenAt(grid, tip.shown.place);
  return (
    <div class="grid-frame">
      <div
        ref={scroller}
        class={`grid grid-panes-${grid.lanes.length} ${ids ? 'grid-ids' : ''}`}
        role="grid"
        aria-label={label}
        aria-rowcount={grid.rows.length}
        aria-multiselectable
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={tip.hideSoon}
        onFocusOut={tip.hide}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          tip.hide();
          props.onScroll?.(event.currentTarget.scrollTop);
        }}
      >
        <div class="rows" role="presentation" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = grid.rows[index];
            if (row === undefined) return null;
            return (
              <GridRowView key={index} row={row} index={index} top={start} height={rowHeight} look={look} />
            );
          })}
        </div>
      </div>
      <span class="probe" ref={control.probe} aria-hidden="true">
        {PROBE}
      </span>
      <span class="probe token-id" ref={control.idProbe} aria-hidden="true">
        {PROBE}
      </span>
      {tip.shown !== null && shown !== undefined && (
        <TokenTip
          token={shown}
          anchor={tip.shown.anchor}
          messages={props.messages ?? noMessages}
          onEnter={tip.stay}
          onLeave={tip.hideSoon}
        />
      )}
    </div>
  );
}

function placeOf(target: EventTarget | null): Place | null {
  const token = target instanceof Element ? target.closest<HTMLElement>('[data-position]') : null;
  return token === null
    ? null
    : { lane: Number(token.dataset.lane), position: Number(token.dataset.position) };
}
