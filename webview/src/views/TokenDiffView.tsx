/** Both renders token by token, and where they part. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TokenDiffModel } from '../../../protocol/views.ts';
import { usePanel } from '../app/panelContext.ts';
import { ConversationPanel } from '../components/ConversationPanel.tsx';
import { DiffHeader } from '../components/DiffHeader.tsx';
import { DiffToolbar } from '../components/DiffToolbar.tsx';
import { HelpDialog } from '../components/HelpDialog.tsx';
import { PaneTitles } from '../components/PaneTitles.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { SelectionBar } from '../components/SelectionBar.tsx';
import { TokenGrid } from '../components/TokenGrid.tsx';
import { useCopyFromGrid } from '../hooks/useCopyFromGrid.ts';
import { useDebounced } from '../hooks/useDebounced.ts';
import { useOpening } from '../hooks/useOpening.ts';
import { useSearch } from '../hooks/useSearch.ts';
import { useTokenGrid } from '../hooks/useTokenGrid.ts';
import { useViewKeys, type ViewCommands } from '../hooks/useViewKeys.ts';
import { useWidth } from '../hooks/useWidth.ts';
import type { MessageRow } from '../model/conversation.ts';
import { inlineLane, sameToken, sideLanes } from '../model/lanes.ts';
import { seamOf, seamText, startOf } from '../model/seam.ts';
import { hasIds } from '../model/summary.ts';
import { writtenBy } from '../model/written.ts';

/** Pixels under which two panes would be too narrow to read. */
const NARROW = 560;

export function TokenDiffView({ model }: { model: TokenDiffModel }) {
  const { state, keep, cursor, announce } = usePanel();
  const view = useRef<HTMLElement>(null);
  const width = useWidth(view);
  const narrow = width !== null && width < NARROW;
  const inline = narrow || state.mode === 'inline';
  const lanes = useMemo(() => (inline ? [inlineLane(model)] : sideLanes(model)), [model, inline]);
  const seam = useMemo(() => seamOf(lanes, model), [lanes, model]);
  const expanded = useMemo(() => (state.fold ? new Set(state.expanded) : null), [state.fold, state.expanded]);
  const onExpand = useCallback(
    (stretch: number) => keep({ expanded: [...state.expanded, stretch] }),
    [keep, state.expanded],
  );
  const withIds = useMemo(() => hasIds(model.before.tokens) || hasIds(model.after.tokens), [model]);
  const { whitespace } = state;
  const control = useTokenGrid({ lanes, seam, whitespace, ids: state.ids && withIds, expanded, onExpand });
  const search = useSearch(lanes, control.goTo);
  const written = useMemo(() => writtenBy(lanes, cursor), [lanes, cursor]);
  const [help, setHelp] = useState(false);
  const onCopy = useCopyFromGrid(control);
  const keepScroll = useDebounced((scrollTop: number) => keep({ scrollTop }), 200);

  const toSeam = useCallback(() => {
    const place = seam === null ? null : startOf(seam, lanes);
    if (place !== null) control.goTo(place);
  }, [seam, lanes, control.goTo]);
  useOpening({
    control,
    subject: `${model.templateUri} ${model.choice}`,
    scrollTop: state.scrollTop,
    toStart: toSeam,
  });

  useEffect(() => {
    if (state.follow && written.first !== null) control.scrollTo(written.first);
  }, [state.follow, written]);
  useEffect(() => announce(`${model.preserved ? 'Preserved' : 'Not preserved'}: ${model.title}`), [model]);

  /** The token the keyboard is on stays the same one, though its lane is another. */
  const movedTo = useRef(control.active);
  movedTo.current = control.active;
  const lastLanes = useRef(lanes);
  useEffect(() => {
    const token = lastLanes.current[movedTo.current.lane]?.[movedTo.current.position];
    const place = lastLanes.current.length === lanes.length ? null : sameToken(lanes, token);
    lastLanes.current = lanes;
    if (place !== null) control.goTo(place);
  }, [lanes]);

  function showMessage({ index, mark }: MessageRow) {
    const lane = lanes.length === 2 && mark === 'after' ? 1 : 0;
    const position = lanes[lane]?.findIndex(
      ({ cell, before, after }) =>
        cell.message === index && (mark === 'after' ? after : (before ?? after)) !== null,
    );
    if (position !== undefined && position !== -1) control.goTo({ lane, position });
  }

  const onMode = () => keep({ mode: state.mode === 'inline' ? 'side-by-side' : 'inline' });
  const commands: ViewCommands = {
    search: search.start,
    whitespace: () => keep({ whitespace: !whitespace }),
    ids: () => keep({ ids: !state.ids }),
    mode: onMode,
    fold: () => keep({ fold: !state.fold, expanded: [] }),
    divergence: toSeam,
    help: () => setHelp(true),
  };
  useViewKeys(help ? null : commands);
  function closeSearch() {
    search.close();
    control.goTo(control.active, { focus: true });
  }

  const { before, after, divergence } = model;
  const look = useMemo(
    () =>
      seam === null ? null : ({ text: seamText(model), kind: divergence ? 'diverges' : 'appended' } as const),
    [seam, model, divergence],
  );
  const unit = withIds ? 'token' : 'run';
  return (
    <main ref={view} class="view">
      <DiffHeader model={model} />
      <div class="bar">
        <ConversationPanel
          before={model.before.request}
          after={model.after.request}
          open={state.conversationOpen}
          onToggle={(conversationOpen) => keep({ conversationOpen })}
          onMessage={showMessage}
        />
        <DiffToolbar
          narrow={narrow}
          withIds={withIds}
          canJump={seam !== null}
          onMode={onMode}
          onDifference={(move) => control.move(move)}
          onSearch={search.start}
          onHelp={() => setHelp(true)}
        />
      </div>
      <PaneTitles before={before} after={after} inline={inline} />
      {search.open && <SearchBox search={search} onClose={closeSearch} />}
      <TokenGrid
        control={control}
        label={`${before.title}, compared with ${after.title}`}
        seam={look}
        unit={unit}
        hits={search.hits}
        hit={search.place}
        written={written}
        messages={after.request.conversation.messages}
        onScroll={keepScroll}
        onCopy={onCopy}
      />
      <SelectionBar control={control} written={written} />
      {help && <HelpDialog view="diff" onClose={() => setHelp(false)} />}
    </main>
  );
}
