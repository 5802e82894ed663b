import type { Json, Message } from '../../../protocol/conversation.ts';
import type { RoundTripModel } from '../../../protocol/views.ts';
import { useCopy } from '../hooks/useCopy.ts';
import { fieldsOf } from '../model/conversation.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

interface ParsedMessageProps {
  readonly message: Message;
  readonly malformed: Extract<RoundTripModel['outcome'], { ok: true }>['malformed'];
}

/** The message that a turn is read as; calls one by one. */
export function ParsedMessage({ message, malformed }: ParsedMessageProps) {
  const copy = useCopy();
  const { tool_calls: calls, ...rest } = message;
  const fields = fieldsOf(rest).filter(([, value]) => value !== '' && value !== 'null');
  const called = Array.isArray(calls) ? calls : [];
  return (
    <section class="parsed" aria-label="Parsed message">
      <div class="part-head">
        <h2>Read as</h2>
        <IconButton
          icon="copy"
          label="Copy the message as JSON"
          onClick={() => copy(JSON.stringify(message, null, 2), 'the message')}
        />
      </div>
      {malformed !== null && (
        <p class="malformed">
          <Icon name="warning" /> {malformed.message}, {malformed.at.toLocaleString('en')} characters in.
        </p>
      )}
      <dl class="parsed-fields">
        {fields.map(([name, value]) => (
          <div key={name} class="parsed-field">
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
        {called.map((call, index) => (
          <div key={index} class="parsed-field">
            <dt>call {index + 1}</dt>
            <dd>
              <code>{callText(call)}</code>
            </dd>
          </div>
        ))}
        {fields.length === 0 && called.length === 0 && <p class="soft">An empty message.</p>}
      </dl>
    </section>
  );
}

/** `look_up({"city": "Zürich"})` */
function callText(call: Json): string {
  const { function: called } = call as { function: { name: string; arguments: Json } };
  const args = typeof called.arguments === 'string' ? called.arguments : JSON.stringify(called.arguments);
  return `${called.name}(${args})`;
}
