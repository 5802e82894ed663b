/** Conversations that every agent has, in which a template raises by accident: Python's error, not a refusal of its own. */
import type { Json, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, functionSchema, system, tool, user, type Call } from '../../conversation/messages.ts';
import { dataFlowOf } from '../../dataflow/index.ts';
import type { TemplateError } from '../../jinja/index.ts';
import type { Dialect } from '../dialect.ts';
import type { Subject } from '../subject.ts';

export interface Accident {
  /** `a tool step`, ... */
  readonly conversation: string;
  readonly request: RenderRequest;
  readonly error: TemplateError;
}

interface Ordinary {
  readonly id: string;
  readonly messages: readonly Message[];
  readonly tools: Json;
  /** Asked only of templates that read such a field. */
  readonly of?: 'tool_calls' | 'tools';
}

const call: Call = { id: 'call00001', name: 'lookup', arguments: { city: 'Rome' } };
const tools: Json = [
  functionSchema('lookup', 'Looks it up.', { city: { type: 'string', description: 'A city' } }),
];
const answered = [tool(call, 'found'), assistant({ content: 'done' }), user('thanks')];

const ordinary: readonly Ordinary[] = [
  { id: 'a question', messages: [user('go')], tools: null },
  { id: 'a system message', messages: [system('be brief'), user('go')], tools: null },
  {
    id: 'several turns',
    messages: [
      user('go'),
      assistant({ content: 'done' }),
      user('on'),
      assistant({ content: 'over' }),
      user('and'),
    ],
    tools: null,
  },
  {
    id: 'reasoning',
    messages: [user('go'), assistant({ content: 'done', reasoning: 'why not' }), user('on')],
    tools: null,
  },
  { id: 'tool definitions', messages: [user('go')], tools, of: 'tools' },
  {
    id: 'a tool step',
    messages: [user('go'), assistant({ calls: [call] }), ...answered],
    tools,
    of: 'tool_calls',
  },
  {
    id: 'a tool step with reasoning',
    messages: [user('go'), assistant({ calls: [call], reasoning: 'ask' }), ...answered],
    tools,
    of: 'tool_calls',
  },
];

/** The first accident of each place. Nothing where not even a question renders: that is told by itself. */
export function accidents(subject: Subject, dialect: Dialect): Accident[] {
  const reads = readsOf(subject);
  const found = new Map<number, Accident>();
  for (const { id, messages, tools: given, of } of ordinary) {
    if (of !== undefined && !reads(of)) continue;
    for (const kwargs of subject.kwargs) {
      const request: RenderRequest = {
        conversation: { messages: dialect.spell(messages), tools: given, documents: null, kwargs },
        addGenerationPrompt: true,
      };
      const rendered = subject.render(request);
      if (rendered.ok) continue;
      const { error } = rendered;
      if (error.type === 'TemplateRaised' || found.has(error.span.start)) continue;
      if (!rendersOtherwise(subject, request))
        found.set(error.span.start, { conversation: id, request, error });
    }
  }
  return [...found.values()];
}

/** With tools where none were given, or with content in parts: a contract of the template, told by other rules. */
function rendersOtherwise(subject: Subject, { conversation, ...request }: RenderRequest): boolean {
  const inParts = conversation.messages.map((message) =>
    typeof message.content === 'string'
      ? { ...message, content: [{ type: 'text', text: message.content }] }
      : message,
  );
  const others = [{ messages: inParts }, ...(conversation.tools === null ? [{ tools }] : [])];
  return others.some(
    (other) => subject.render({ ...request, conversation: { ...conversation, ...other } }).ok,
  );
}

function readsOf({ program }: Subject): (name: 'tool_calls' | 'tools') => boolean {
  const fields = new Set(dataFlowOf(program.template).reads.map(({ field }) => field));
  return (name) => (name === 'tools' ? /\btools\b/.test(program.template.source) : fields.has(name));
}
