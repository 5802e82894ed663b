import type { TokenDiffModel } from '../../../protocol/views.ts';
import type { Verdict } from '../../../protocol/certification.ts';
import { usePanel } from '../app/panelContext.ts';
import { brokenLevel, counted, keptOf } from '../model/summary.ts';
import { VerdictBadge } from './VerdictBadge.tsx';

const verdictSigns: Readonly<Record<Verdict, string>> = {
  PASS: '✓',
  FAIL: '✗',
  UNSUPPORTED: '–',
  'NOT-REPRODUCIBLE': '~',
};

/** The verdict, what it is about, and the other comparisons there are. */
export function DiffHeader({ model }: { model: TokenDiffModel }) {
  const { host } = usePanel();
  const kept = keptOf(model);
  return (
    <header class="head">
      <div class="head-line">
        <VerdictBadge broken={brokenLevel(model)} level={model.level} />
        <h1 class="head-title">{model.title}</h1>
        {model.choices.length > 1 && (
          <select
            class="chooser"
            aria-label="Comparison"
            value={model.choice}
            onChange={(event) => host.post({ type: 'choose', choice: event.currentTarget.value })}
          >
            {model.choices.map(({ id, label, verdict }) => (
              <option key={id} value={id}>
                {verdict === undefined ? label : `${verdictSigns[verdict]} ${label}`}
              </option>
            ))}
          </select>
        )}
      </div>
      <p class="explanation">{model.explanation}</p>
      <p class="facts">
        <span>
          <strong>{kept.shared.toLocaleString('en')}</strong> of {counted(kept.total, kept.unit)} kept
        </span>
        <span>
          <code>{model.property}</code>
        </span>
        <span title="Template">{model.templateName}</span>
        <span title="Tokenizer">{model.tokenizer ?? 'no tokenizer: text only'}</span>
      </p>
    </header>
  );
}
