import type { RoundTripModel, SampledText } from '../../../protocol/views.ts';

interface SampledEditorProps {
  readonly sampled: SampledText;
  readonly offers: RoundTripModel['offers'];
  readonly withIds: boolean;
  onChange(sampled: SampledText): void;
}

const forms = [
  { form: 'text', label: 'Text' },
  { form: 'ids', label: 'Ids' },
] as const;

/** What a model sampled, typed or pasted, or one of the turns that are offered. */
export function SampledEditor({ sampled, offers, withIds, onChange }: SampledEditorProps) {
  const { form, text } = sampled;
  const chosen = offers.find((offer) => offer.sampled.form === form && offer.sampled.text === text);
  return (
    <section class="sampled" aria-label="Sampled turn">
      <div class="sampled-head">
        <label for="sampled-text" class="label">
          Sampled turn
        </label>
        <span class="segments" role="radiogroup" aria-label="Given as">
          {forms.map((each) => (
            <button
              key={each.form}
              type="button"
              role="radio"
              class="segment"
              aria-checked={form === each.form}
              disabled={each.form === 'ids' && !withIds}
              onClick={() => form !== each.form && onChange({ form: each.form, text: '' })}
            >
              {each.label}
            </button>
          ))}
        </span>
        <select
          class="chooser"
          aria-label="Turns to start from"
          value={chosen?.id ?? ''}
          onChange={(event) => {
            const offer = offers.find(({ id }) => id === event.currentTarget.value);
            if (offer) onChange(offer.sampled);
          }}
        >
          {chosen === undefined && <option value="">as typed</option>}
          {offers.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <textarea
        id="sampled-text"
        class="field"
        rows={Math.min(9, Math.max(3, text.split('\n').length))}
        spellcheck={false}
        placeholder={form === 'ids' ? '151657, 198, …' : 'What the model wrote behind the generation prompt'}
        value={text}
        onInput={(event) => onChange({ form, text: event.currentTarget.value })}
      />
    </section>
  );
}
