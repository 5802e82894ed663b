/** A sampled turn that can be edited: the message it is read as, and the turn as it is rendered again. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RoundTripModel, SampledText } from '../../../protocol/views.ts';
import { usePanel } from '../app/panelContext.ts';
import { HelpDialog } from '../components/HelpDialog.tsx';
import { Notice } from '../components/Notice.tsx';
import { ParsedMessage } from '../components/ParsedMessage.tsx';
import { RoundTripBadge } from '../components/RoundTripBadge.tsx';
import { SampledEditor } from '../components/SampledEditor.tsx';
import { TurnComparison } from '../components/TurnComparison.tsx';
import { TemplateFacts } from '../components/TemplateFacts.tsx';
import { useDebounced } from '../hooks/useDebounced.ts';

interface RoundTripViewProps {
  readonly model: RoundTripModel;
  readonly busy: boolean;
}

const isSame = (one: SampledText, other: SampledText) => one.form === other.form && one.text === other.text;

export function RoundTripView({ model, busy }: RoundTripViewProps) {
  const { host, state, keep, announce } = usePanel();
  const [help, setHelp] = useState(false);
  // What is typed is the person's: a result for an older text never overwrites it.
  const typed = state.sampled ?? model.sampled;
  const stale = busy || !isSame(typed, model.sampled);
  const ask = useDebounced((sampled: SampledText) => host.post({ type: 'sampled', sampled }), 250);
  // After a reload the host does not know yet what was typed. It is told once.
  const told = useRef('');
  useEffect(() => {
    const now = JSON.stringify([model.templateUri, typed]);
    if (!isSame(typed, model.sampled) && told.current !== now) ask(typed);
    told.current = now;
  }, [model, typed, ask]);

  const { outcome } = model;
  useEffect(() => announce(outcome.ok ? results[outcome.result] : outcome.reason), [outcome]);
  return (
    <main class="view view-trip">
      <header class="head">
        <div class="head-line">
          {outcome.ok && <RoundTripBadge result={outcome.result} ids={model.tokenizer !== null} />}
          <h1 class="head-title">A sampled turn, parsed and rendered again</h1>
        </div>
        <TemplateFacts templateName={model.templateName} tokenizer={model.tokenizer} />
      </header>
      <SampledEditor
        sampled={typed}
        offers={model.offers}
        withIds={model.tokenizer !== null}
        onChange={(sampled) => keep({ sampled })}
      />
      <div class={`outcome ${stale ? 'outcome-stale' : ''}`} aria-busy={stale}>
        {outcome.ok ? (
          <>
            <ParsedMessage message={outcome.message} malformed={outcome.malformed} />
            <TurnComparison diff={outcome.diff} help={help} onHelp={() => setHelp(true)} />
          </>
        ) : (
          <Notice kind="warning" title="There is nothing to compare.">
            <p class="reason">{outcome.reason}</p>
          </Notice>
        )}
      </div>
      {help && <HelpDialog view="trip" onClose={() => setHelp(false)} />}
    </main>
  );
}

/** As a screen reader says it. */
const results = {
  same: 'The turn comes back as it was sampled',
  tokens: 'The turn comes back as other ids',
  text: 'The turn comes back as other text',
  unread: 'Not all of the turn was read',
} as const;
