import type { RenderRequest } from '../../../protocol/conversation.ts';
import { useCopy } from '../hooks/useCopy.ts';
import { fieldsOf, messageRows, settingsOf, type MessageRow } from '../model/conversation.ts';
import { counted } from '../model/summary.ts';
import { Icon } from './Icon.tsx';

interface ConversationPanelProps {
  readonly before: RenderRequest;
  /** Of the second render; the same where there is one only. */
  readonly after: RenderRequest;
  /** Said behind a message's fields. */
  noteOf?(row: MessageRow): string;
  readonly open: boolean;
  onToggle(open: boolean): void;
  /** Shows the first token of a message. */
  onMessage(row: MessageRow): void;
}

const inWords = { both: '', before: 'only in the first', after: 'only in the second' } as const;

/** The conversation that shows it: what each render was made from. */
export function ConversationPanel(props: ConversationPanelProps) {
  const { before, after, open, noteOf, onToggle, onMessage } = props;
  const copy = useCopy();
  const rows = messageRows(before, after);
  return (
    <details class="conversation" open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary class="conversation-summary">
        <Icon name="chevron-right" />
        <span>Conversation</span>
        <span class="conversation-roles">
          {rows.map(({ message, mark }, i) => (
            <span key={i} class={`role role-${mark}`} title={inWords[mark]}>
              {mark === 'after' ? '+ ' : mark === 'before' ? '− ' : ''}
              {message.role}
            </span>
          ))}
        </span>
      </summary>
      <ol class="messages">
        {rows.map((row, i) => (
          <li key={i}>
            <button
              type="button"
              class={`message message-${row.mark}`}
              title="Show the first token of this message"
              onClick={() => onMessage(row)}
            >
              <span class={`role role-${row.mark}`}>{row.message.role}</span>
              <span class="message-fields">
                {fieldsOf(row.message).map(([name, value]) => (
                  <span key={name} class="message-field">
                    {name !== 'content' && <span class="field-name">{name} </span>}
                    <code>{value === '' ? '""' : value}</code>
                  </span>
                ))}
                {row.mark !== 'both' && <span class="message-note">{inWords[row.mark]}</span>}
                {noteOf && <span class="message-note">{noteOf(row)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <dl class="settings">
        {settingsOf(before, after).map(({ name, before: first, after: second }) => (
          <div key={name} class="setting">
            <dt>{name}</dt>
            <dd>
              <code>{first === second ? first : `${first} → ${second}`}</code>
            </dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        class="link conversation-copy"
        onClick={() =>
          copy(
            JSON.stringify(before === after ? after : { before, after }, null, 2),
            `${counted(rows.length, 'message')} as JSON`,
          )
        }
      >
        {before === after ? 'Copy the request as JSON' : 'Copy both requests as JSON'}
      </button>
    </details>
  );
}
