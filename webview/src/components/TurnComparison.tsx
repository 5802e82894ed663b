/** A turn as it was sampled and as it was rendered again, token by token. */
import { useCallback, useMemo, useRef } from 'preact/hooks';
import type { TokenDiffModel } from '../../../protocol/views.ts';
import { usePanel } from '../app/panelContext.ts';
import { useCopyFromGrid } from '../hooks/useCopyFromGrid.ts';
import { useOpening } from '../hooks/useOpening.ts';
import { useTokenGrid } from '../hooks/useTokenGrid.ts';
import { useViewKeys, type ViewCommands } from '../hooks/useViewKeys.ts';
import { useWidth } from '../hooks/useWidth.ts';
import { inlineLane, sideLanes } from '../model/lanes.ts';
import { seamOf, seamText, startOf } from '../model/seam.ts';
import { hasIds } from '../model/summary.ts';
import { writtenBy } from '../model/written.ts';
import { DrawingButtons } from './DrawingButtons.tsx';
import { IconButton } from './IconButton.tsx';
import { PaneTitles } from './PaneTitles.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TokenGrid } from './TokenGrid.tsx';

interface TurnComparisonProps {
  readonly diff: TokenDiffModel;
  /** The keys are shown: they do nothing meanwhile. */
  readonly help: boolean;
  onHelp(): void;
}

/** Turns are short: nothing is folded. */
const nothing = () => undefined;

/** Pixels under which two panes would be too narrow to read. */
const NARROW = 560;

export function TurnComparison({ diff, help, onHelp }: TurnComparisonProps) {
  const { state, keep, cursor } = usePanel();
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const narrow = width !== null && width < NARROW;
  const inline = narrow || state.mode === 'inline';
  const lanes = useMemo(() => (inline ? [inlineLane(diff)] : sideLanes(diff)), [diff, inline]);
  const seam = useMemo(() => seamOf(lanes, diff), [lanes, diff]);
  const withIds = hasIds(diff.before.tokens) || hasIds(diff.after.tokens);
  const { whitespace } = state;
  const ids = state.ids && withIds;
  const control = useTokenGrid({ lanes, seam, whitespace, ids, expanded: null, onExpand: nothing });
  const written = useMemo(() => writtenBy(lanes, cursor), [lanes, cursor]);
  const onCopy = useCopyFromGrid(control);
  const toSeam = useCallback(() => {
    const place = seam === null ? null : startOf(seam, lanes);
    if (place !== null) control.goTo(place);
  }, [seam, lanes, control.goTo]);
  useOpening({ control, subject: diff.before.text, scrollTop: null, toStart: toSeam });

  const onMode = () => keep({ mode: state.mode === 'inline' ? 'side-by-side' : 'inline' });
  const commands: ViewCommands = {
    whitespace: () => keep({ whitespace: !whitespace }),
    ids: () => keep({ ids: !state.ids }),
    mode: onMode,
    divergence: toSeam,
    help: onHelp,
  };
  useViewKeys(help ? null : commands);
  const look = seam === null ? null : ({ text: seamText(diff), kind: 'diverges' } as const);
  return (
    <section ref={frame} class="part part-tokens" aria-label="Token by token">
      <div class="part-head">
        <h2>Token by token</h2>
        <IconButton
          icon="split-horizontal"
          label={narrow ? 'Side by side (where there is room)' : 'Side by side'}
          keys="u"
          pressed={!inline}
          onClick={onMode}
        />
        <DrawingButtons withIds={withIds} />
        <IconButton icon="question" label="Keyboard" keys="?" onClick={onHelp} />
      </div>
      <PaneTitles before={diff.before} after={diff.after} inline={inline} />
      <TokenGrid
        control={control}
        label="The turn as sampled, compared with the turn rendered again"
        seam={look}
        unit={withIds ? 'token' : 'run'}
        written={written}
        messages={diff.after.request.conversation.messages}
        onCopy={onCopy}
      />
      <SelectionBar control={control} written={written} />
    </section>
  );
}
