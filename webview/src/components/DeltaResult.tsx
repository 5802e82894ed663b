import { useMemo } from 'preact/hooks';
import type { ToolDeltaModel } from '../../../protocol/views.ts';
import { usePanel } from '../app/panelContext.ts';
import { useCopy } from '../hooks/useCopy.ts';
import { useCopyFromGrid } from '../hooks/useCopyFromGrid.ts';
import { useTokenGrid } from '../hooks/useTokenGrid.ts';
import { plainLane, textLane } from '../model/lanes.ts';
import { counted, hasIds } from '../model/summary.ts';
import { writtenBy } from '../model/written.ts';
import { Glyphs } from './Glyphs.tsx';
import { DrawingButtons } from './DrawingButtons.tsx';
import { IconButton } from './IconButton.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TokenGrid } from './TokenGrid.tsx';

type Delta = Extract<ToolDeltaModel['outcome'], { ok: true }>;

interface DeltaResultProps {
  readonly outcome: Delta;
  onHelp(): void;
}

const nothingToExpand = () => undefined;

/** The delta three ways: tokens, text, ids; and what was done where it meets the sampled ids. */
export function DeltaResult({ outcome, onHelp }: DeltaResultProps) {
  const { state, cursor } = usePanel();
  const withIds = hasIds(outcome.tokens);
  const copy = useCopy();
  const lanes = useMemo(() => [plainLane(outcome.tokens)], [outcome.tokens]);
  // What the model never samples belongs to what is appended: as in the ids.
  const appended = outcome.junction.tail + outcome.text;
  const texts = useMemo(() => [textLane(appended)], [appended]);
  const options = { seam: null, whitespace: state.whitespace, expanded: null, onExpand: nothingToExpand };
  const tokens = useTokenGrid({ ...options, lanes, ids: state.ids && withIds });
  const text = useTokenGrid({ ...options, lanes: texts, ids: false });
  const onCopy = useCopyFromGrid(tokens);
  const written = useMemo(() => writtenBy(lanes, cursor), [lanes, cursor]);
  const ids = useMemo(() => JSON.stringify(outcome.ids).replaceAll(',', ', '), [outcome.ids]);
  const copyIds = () => copy(ids, counted(outcome.ids.length, 'id'));
  const copyText = () => copy(appended, 'text');
  return (
    <>
      <Junction junction={outcome.junction} />
      <section class="part part-tokens" aria-label="Tokens">
        <div class="part-head">
          <h2>{withIds ? counted(outcome.tokens.length, 'token') : 'Text'} to append</h2>
          <DrawingButtons withIds={withIds} />
          <IconButton icon="question" label="Keyboard" keys="?" onClick={onHelp} />
        </div>
        <TokenGrid
          control={tokens}
          label="Tokens of the delta"
          unit="token"
          written={written}
          onCopy={onCopy}
        />
        <SelectionBar control={tokens} written={written} />
      </section>
      <div class="parts">
        <section class="part" aria-label="Ids">
          <div class="part-head">
            <h2>Ids</h2>
            {withIds && <IconButton icon="copy" label="Copy ids as JSON" onClick={copyIds} />}
          </div>
          <pre class="ids" tabIndex={0}>
            {withIds ? ids : 'Ids need a tokenizer: choose one for this template.'}
          </pre>
        </section>
        <section class="part" aria-label="Text">
          <div class="part-head">
            <h2>Text</h2>
            <IconButton icon="copy" label="Copy text" onClick={copyText} />
          </div>
          <TokenGrid control={text} label="Text of the delta" unit="run" onCopy={copyText} />
        </section>
      </div>
    </>
  );
}

const rules: Readonly<Record<Delta['junction']['rule'], string>> = {
  plain: 'Appended as it is',
  'trimmed-to-stop': 'Trimmed to the stop token',
};

function Junction({ junction: { rule, explanation, tail } }: { junction: Delta['junction'] }) {
  return (
    <p class="junction">
      <span class="junction-rule">{rules[rule]}</span> {explanation}
      {tail !== '' && (
        <span class="junction-tail">
          Tail{' '}
          <code>
            <Glyphs text={tail} whitespace />
          </code>
        </span>
      )}
    </p>
  );
}
