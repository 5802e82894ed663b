/** One conversation token by token: whose each is, and what counts in the loss. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TokensModel } from '../../../protocol/views.ts';
import { usePanel } from '../app/panelContext.ts';
import { ConversationPanel } from '../components/ConversationPanel.tsx';
import { CopyButtons } from '../components/CopyButtons.tsx';
import { HelpDialog } from '../components/HelpDialog.tsx';
import { KeptIds } from '../components/KeptIds.tsx';
import { MessageHeading } from '../components/MessageHeading.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { SelectionBar } from '../components/SelectionBar.tsx';
import { TokenGrid } from '../components/TokenGrid.tsx';
import { TokensHeader } from '../components/TokensHeader.tsx';
import { TokensToolbar } from '../components/TokensToolbar.tsx';
import { useCopyFromGrid } from '../hooks/useCopyFromGrid.ts';
import { useDebounced } from '../hooks/useDebounced.ts';
import { useOpening } from '../hooks/useOpening.ts';
import { useSearch } from '../hooks/useSearch.ts';
import { useTokenGrid } from '../hooks/useTokenGrid.ts';
import { useViewKeys, type ViewCommands } from '../hooks/useViewKeys.ts';
import type { MessageRow } from '../model/conversation.ts';
import { lossLane, standsOut, type Lane } from '../model/lanes.ts';
import { counted, hasIds } from '../model/summary.ts';
import { writtenBy } from '../model/written.ts';

const nothingToExpand = () => undefined;

/** What is wrong, else the first message: tool definitions before it may fill screens. */
function startOf(lane: Lane, messages: TokensModel['messages']): number {
  const fault = lane.findIndex(standsOut);
  return fault >= 0 ? fault : (messages.find(({ message }) => message >= 0)?.start ?? 0);
}

export function TokensView({ model }: { model: TokensModel }) {
  const { state, keep, cursor, announce } = usePanel();
  const { render, messages, loss, keptIds } = model;
  const lanes = useMemo(() => [lossLane(render.tokens, loss)], [render, loss]);
  const parts = useMemo(() => messages.map(({ start }) => start), [messages]);
  const withIds = useMemo(() => hasIds(render.tokens), [render]);
  const unit = withIds ? 'token' : 'run';
  const headings = useMemo(
    () => messages.map((part) => <MessageHeading key={part.start} part={part} unit={unit} />),
    [messages, unit],
  );
  const control = useTokenGrid({
    lanes,
    parts,
    seam: null,
    whitespace: state.whitespace,
    ids: state.ids && withIds,
    expanded: null,
    onExpand: nothingToExpand,
  });
  const search = useSearch(lanes, control.goTo);
  const written = useMemo(() => writtenBy(lanes, cursor), [lanes, cursor]);
  const hasFaults = useMemo(() => lanes.some((lane) => lane.some(standsOut)), [lanes]);
  const [help, setHelp] = useState(false);
  const onCopy = useCopyFromGrid(control);
  const keepScroll = useDebounced((scrollTop: number) => keep({ scrollTop }), 200);
  useOpening({
    control,
    subject: `${model.templateUri} ${model.choice}`,
    scrollTop: state.scrollTop,
    toStart: () => control.scrollTo({ lane: 0, position: startOf(lanes[0]!, messages) }),
  });
  useEffect(() => {
    if (state.follow && written.first !== null) control.scrollTo(written.first);
  }, [state.follow, written]);
  useEffect(() => announce(`${model.title}: ${counted(render.tokens.length, unit)}`), [model]);

  const goTo = (position: number) => {
    if (position >= 0 && position < render.tokens.length)
      control.goTo({ lane: 0, position }, { focus: true });
  };
  const partsOf = ({ index }: MessageRow) => messages.filter(({ message }) => message === index);
  const tokensOf = (row: MessageRow) =>
    counted(
      partsOf(row).reduce((sum, { start, end }) => sum + end - start, 0),
      unit,
    );
  const commands: ViewCommands = {
    search: search.start,
    whitespace: () => keep({ whitespace: !state.whitespace }),
    ids: () => keep({ ids: !state.ids }),
    loss: () => keep({ loss: !state.loss }),
    help: () => setHelp(true),
  };
  useViewKeys(help ? null : commands);
  function closeSearch() {
    search.close();
    control.goTo(control.active, { focus: true });
  }

  return (
    <main class={`view view-tokens ${state.loss ? 'shows-loss' : ''}`}>
      <TokensHeader model={model} />
      <div class="bar">
        <ConversationPanel
          before={render.request}
          after={render.request}
          open={state.conversationOpen}
          noteOf={tokensOf}
          onToggle={(conversationOpen) => keep({ conversationOpen })}
          onMessage={(row) => goTo(partsOf(row)[0]?.start ?? -1)}
        />
        <TokensToolbar
          withIds={withIds}
          hasFaults={hasFaults}
          onFault={(move) => control.move(move)}
          onSearch={search.start}
          onHelp={() => setHelp(true)}
        />
      </div>
      {keptIds !== null && (
        <KeptIds
          keptIds={keptIds}
          open={state.stepsOpen}
          onToggle={(stepsOpen) => keep({ stepsOpen })}
          onToken={goTo}
        />
      )}
      <div class="titles">
        <div class="title title-tokens">
          <span class="title-text">{withIds ? 'Tokens' : 'Text'}</span>
          <CopyButtons text={render.text} cells={render.tokens} of="of the conversation" />
        </div>
      </div>
      {search.open && <SearchBox search={search} onClose={closeSearch} />}
      <TokenGrid
        control={control}
        label={`Tokens of ${model.title}`}
        unit={unit}
        headings={headings}
        hits={search.hits}
        hit={search.place}
        written={written}
        messages={render.request.conversation.messages}
        onScroll={keepScroll}
        onCopy={onCopy}
      />
      <SelectionBar control={control} written={written} />
      {help && <HelpDialog view="tokens" onClose={() => setHelp(false)} />}
    </main>
  );
}
