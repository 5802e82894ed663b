import type { TokensModel } from '../../../protocol/views.ts';
import { keptIdsText, rangeText, stepWords } from '../model/loss.ts';
import { Icon } from './Icon.tsx';

interface KeptIdsProps {
  readonly keptIds: NonNullable<TokensModel['keptIds']>;
  readonly open: boolean;
  onToggle(open: boolean): void;
  /** Shows the token at which ids part. */
  onToken(position: number): void;
}

/** Token-In, Token-Out against rendering the messages anew, step by step. */
export function KeptIds({ keptIds, open, onToggle, onToken }: KeptIdsProps) {
  const { steps, ended } = keptIds;
  const parts = steps.some((step) => step.parts !== null);
  return (
    <details class="kept-ids" open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary class="kept-ids-summary">
        <Icon name="chevron-right" />
        <span>Kept ids against rendering anew</span>
        <span class={`kept-ids-verdict ${parts ? 'verdict-fail' : 'verdict-pass'}`}>
          <Icon name={parts ? 'git-compare' : 'pass'} /> {keptIdsText(keptIds)}
        </span>
      </summary>
      <table class="steps">
        <thead>
          <tr>
            <th scope="col">Messages</th>
            <th scope="col">Step</th>
            <th scope="col">Kept ids</th>
            <th scope="col">Rendered</th>
            <th scope="col">Part at</th>
            <th scope="col">Loss kept</th>
            <th scope="col">Moved</th>
            <th scope="col">Lost</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.from} class={step.parts === null ? '' : 'step-parts'}>
              <th scope="row">
                <code>{rangeText(step)}</code>
              </th>
              <td title={stepWords[step.kind].how}>{stepWords[step.kind].does}</td>
              <td class="number">{step.kept.toLocaleString('en')}</td>
              <td class="number">{step.rendered.toLocaleString('en')}</td>
              <td class="number">
                {step.parts === null ? (
                  '–'
                ) : (
                  <button type="button" class="link" onClick={() => onToken(step.parts ?? 0)}>
                    {step.parts.toLocaleString('en')}
                  </button>
                )}
              </td>
              <td class="number">{step.loss.kept.toLocaleString('en')}</td>
              <td class="number">{step.loss.moved.toLocaleString('en')}</td>
              <td class="number">{step.loss.lost.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {ended !== null && <p class="steps-ended">It ends here: {ended}.</p>}
    </details>
  );
}
