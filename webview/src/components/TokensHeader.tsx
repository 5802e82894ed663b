import type { TokensModel } from '../../../protocol/views.ts';
import { usePanel } from '../app/panelContext.ts';
import { lossCounts } from '../model/loss.ts';
import { counted, hasIds } from '../model/summary.ts';

/** Which conversation is shown, the others there are, and what training makes of it. */
export function TokensHeader({ model }: { model: TokensModel }) {
  const { host } = usePanel();
  const { render, choices, choice } = model;
  const unit = hasIds(render.tokens) ? 'token' : 'run';
  return (
    <header class="head">
      <div class="head-line">
        <h1 class="head-title">{model.title}</h1>
        {choices.length > 1 && (
          <select
            class="chooser"
            aria-label="Conversation"
            value={choice}
            onChange={(event) => host.post({ type: 'choose', choice: event.currentTarget.value })}
          >
            {choices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </div>
      <LossLegend model={model} unit={unit} />
      <p class="facts">
        <span>
          <strong>{render.tokens.length.toLocaleString('en')}</strong>{' '}
          {render.tokens.length === 1 ? unit : `${unit}s`}
        </span>
        <span>{counted(render.text.length, 'character')}</span>
        <span>{render.title}</span>
        <span title="Template">{model.templateName}</span>
        <span title="Tokenizer">{model.tokenizer ?? 'no tokenizer: text only'}</span>
      </p>
    </header>
  );
}

function LossLegend({ model, unit }: { model: TokensModel; unit: string }) {
  const { trained, sampled, hole, leak, context } = lossCounts(model.loss);
  const shown = model.hasBlocks
    ? ([
        ['trained', trained, 'sampled and in a generation block'],
        ['hole', hole, 'sampled, outside every block'],
        ['leak', leak, 'in a block, never sampled'],
        ['context', context, 'neither'],
      ] as const)
    : ([
        ['sampled', sampled, 'what the model gives'],
        ['context', context, 'what it is given'],
      ] as const);
  return (
    <ul class="loss-legend" aria-label="Loss mask">
      {shown.map(([mark, count, meaning]) => (
        <li key={mark} title={`${counted(count, unit)}: ${meaning}`}>
          <span class={`token token-equal token-loss-${mark}`}>{mark}</span>
          <strong>{count.toLocaleString('en')}</strong>
          <span class="loss-meaning">{meaning}</span>
        </li>
      ))}
      {!model.hasBlocks && (
        <li class="loss-note">No generation block: the mask has to be recorded while ids are appended.</li>
      )}
    </ul>
  );
}
