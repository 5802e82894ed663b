/**
 * Fields that a message may lack: absent, null, empty. Each form is put into a conversation that the template
 * renders; what it then raises, or prints as `None`, is a fault of the template.
 */
import type { Span } from '../../../../protocol/certification.ts';
import type { Json, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, functionSchema, tool, user, type Call } from '../../conversation/messages.ts';
import type { Trace } from '../../jinja/index.ts';
import { dataFlowOf } from '../../dataflow/index.ts';
import { chainOf } from '../blame/align.ts';
import { frameOfTools } from './toolsFrame.ts';
import type { Dialect } from '../dialect.ts';
import type { Subject } from '../subject.ts';

export interface OptionalFault {
  /** `content` of an assistant turn with calls, ... */
  readonly field: string;
  readonly form: 'absent' | 'null' | 'empty';
  readonly kind: 'raises' | 'refuses' | 'prints None' | 'prints more';
  /** Python's words; null where nothing was raised. */
  readonly error: string | null;
  /** Servers of OpenAI's format send it often, clients that leave out keys seldom, and next to nobody the rest. */
  readonly sent: 'often' | 'seldom' | 'hardly';
  readonly site: Span | null;
}

type Change = (messages: readonly Message[]) => Message[];

interface Form {
  readonly field: string;
  readonly form: OptionalFault['form'];
  readonly sent: OptionalFault['sent'];
  readonly base: 'tools' | 'plain';
  /** The text must be that of the base: there is nothing to print. */
  readonly saysNothing: boolean;
  readonly change: Change;
}

const call: Call = { id: 'call00001', name: 'lookup', arguments: { city: 'Rome' } };
const schema = functionSchema('lookup', 'Looks it up.', { city: { type: 'string', description: 'A city' } });

const bareSchemas: Readonly<Record<string, Json>> = {
  'description of a tool': {
    type: 'function',
    function: { name: 'lookup', parameters: { type: 'object', properties: {} } },
  },
  'parameters of a tool': {
    type: 'function',
    function: { name: 'lookup', description: 'Looks it up.' },
  },
};

const bases: Readonly<Record<Form['base'], { messages: readonly Message[]; tools: Json }>> = {
  tools: {
    messages: [user('go'), assistant({ calls: [call] }), tool(call, 'found'), assistant({ content: 'done' })],
    tools: [schema],
  },
  plain: {
    messages: [user('go'), assistant({ content: 'done' }), user('on'), assistant({ content: 'over' })],
    tools: null,
  },
};

const forms: readonly Form[] = [
  beside('absent', (messages) => without(messages, 1, 'content')),
  beside('null', (messages) => having(messages, 1, { content: null })),
  plain('tool_calls of a plain turn', 'null', 'often', (messages) =>
    having(messages, 1, { tool_calls: null }),
  ),
  plain('tool_calls of a plain turn', 'empty', 'often', (messages) =>
    having(messages, 1, { tool_calls: [] }),
  ),
  plain('reasoning_content', 'null', 'seldom', (messages) =>
    having(messages, 1, { reasoning_content: null }),
  ),
  {
    ...plain('content of an assistant turn', 'empty', 'seldom', (messages) =>
      having(messages, 1, { content: '' }),
    ),
    saysNothing: false,
  },
  step('name of a tool message', 'absent', 'seldom', (messages) => without(messages, 2, 'name')),
  step('content of a tool message', 'empty', 'seldom', (messages) => having(messages, 2, { content: '' })),
  step('type of a call', 'absent', 'seldom', (messages) =>
    having(messages, 1, { tool_calls: callsWithoutType(messages) }),
  ),
  step('arguments of a call', 'empty', 'often', (messages) =>
    having(messages, 1, { tool_calls: callsWith(messages, {}) }),
  ),
  step('arguments of a call', 'null', 'hardly', (messages) =>
    having(messages, 1, { tool_calls: callsWith(messages, null) }),
  ),
  step('content of a tool message', 'null', 'hardly', (messages) => having(messages, 2, { content: null })),
  wordless('content of an assistant turn', 1),
  wordless('content of a user message', 2),
];

/** What is wrong, the forms that servers really send first; one fault per place. */
export function optionalFaults(subject: Subject, dialect: Dialect): OptionalFault[] {
  // A template that knows no calls was never meant for them.
  const known = forms.filter(({ base }) => base === 'plain' || readsCalls(subject));
  const faults = [
    ...known.flatMap((form) => faultOf(subject, dialect, form)).filter((fault) => isWorthSaying(fault)),
    ...emptyTools(subject),
    ...noTools(subject),
    ...bareTools(subject),
    ...noMessages(subject),
  ];
  const placed = faults.map((fault) => ({ ...fault, site: readIn(subject, fault) }));
  return [...new Map([...placed].reverse().map((fault) => [keyOf(fault), fault])).values()].reverse();
}

/** Content that hardly anybody leaves out may well raise: that is no surprise, and not silent. */
const isWorthSaying = ({ sent, kind, field }: OptionalFault) =>
  sent !== 'hardly' || kind === 'prints None' || !field.startsWith('content');

/** The read of the field itself, where the place that failed holds it. */
function readIn({ program }: Subject, { field, site }: OptionalFault): Span | null {
  const name = field.split(' ')[0];
  const holds = (span: Span) => site !== null && span.start >= site.start && span.end <= site.end;
  const read = dataFlowOf(program.template).reads.find(
    (each) => each.field === name && holds(each.node.span),
  );
  return read?.node.kind === 'compare' ? site : (read?.node.span ?? site);
}

function readsCalls({ program }: Subject): boolean {
  return dataFlowOf(program.template).reads.some(({ field }) => field === 'tool_calls');
}

const keyOf = ({ kind, site }: OptionalFault) => `${kind} ${site?.start ?? -1} ${site?.end ?? -1}`;

function faultOf(subject: Subject, dialect: Dialect, { field, form, sent, base, saysNothing, change }: Form) {
  const { messages, tools } = bases[base];
  const ask = (spelt: readonly Message[]) => requestOf(dialect.spell(spelt), tools);
  return judged(subject, ask(messages), ask(change(messages)), { field, form, sent }, saysNothing);
}

/** No tools, as an empty list. */
function emptyTools(subject: Subject): OptionalFault[] {
  const { messages } = bases.plain;
  const what = { field: 'tools', form: 'empty' as const, sent: 'seldom' as const };
  return judged(subject, requestOf(messages, null), requestOf(messages, []), what, true);
}

/** No tools, as `transformers` says so: a template that is meant for tools raises on every plain chat. */
function noTools(subject: Subject): OptionalFault[] {
  const { messages } = bases.plain;
  const what = { field: 'tools', form: 'null' as const, sent: 'seldom' as const };
  const [given, none] = [requestOf(messages, [schema]), requestOf(messages, null)];
  const faults = judged(subject, given, none, what, false);
  const frame = frameOfTools(subject, given, none);
  return frame === null ? faults : [...faults, { ...what, kind: 'prints more', error: null, site: frame }];
}

/** Of a tool only its name must be there. */
function bareTools(subject: Subject): OptionalFault[] {
  const { messages } = bases.plain;
  const base = requestOf(messages, [schema]);
  return Object.entries(bareSchemas).flatMap(([field, bare]) =>
    judged(
      subject,
      base,
      requestOf(messages, [bare]),
      { field, form: 'absent', sent: 'seldom' as const },
      false,
    ),
  );
}

/** A conversation that has not begun: servers warm up with it. */
function noMessages(subject: Subject): OptionalFault[] {
  const what = { field: 'messages', form: 'empty' as const, sent: 'seldom' as const };
  return judged(subject, requestOf(bases.plain.messages, null), requestOf([], null), what, false);
}

function judged(
  subject: Subject,
  base: RenderRequest,
  changed: RenderRequest,
  what: Pick<OptionalFault, 'field' | 'form' | 'sent'>,
  saysNothing: boolean,
): OptionalFault[] {
  const before = subject.render(base);
  if (!before.ok) return [];
  const after = subject.render(changed);
  if (!after.ok) {
    const { type, message, span } = after.error;
    const kind = type === 'TemplateRaised' ? 'refuses' : 'raises';
    return [{ ...what, kind, error: `${type}: ${message}`, site: span }];
  }
  if (count(after.text, 'None') > count(before.text, 'None')) {
    const { trace } = subject.trace(changed);
    return [{ ...what, kind: 'prints None', error: null, site: printedAt(trace, after.text) }];
  }
  if (!saysNothing || after.text === before.text) return [];
  const at = firstDifference(before.text, after.text);
  const { trace } = subject.trace(changed);
  return [{ ...what, kind: 'prints more', error: null, site: decidedAt(trace, at) }];
}

/** The run that begins with it: template text that says None stands among other words. */
function printedAt(trace: Trace | null, text: string): Span | null {
  return trace?.runs().find(({ start, end }) => text.slice(start, end).trim() === 'None')?.site ?? null;
}

/** The innermost condition that let the text at an offset be written. */
function decidedAt(trace: Trace | null, at: number): Span | null {
  const run = trace?.runs().find(({ end }) => end > at);
  if (!trace || !run) return null;
  const taken = chainOf(trace, run.decision).filter((index) => trace.decisions[index]!.kind === 'condition');
  return taken.length === 0 ? run.site : trace.decisions[taken.at(-1)!]!.span;
}

function beside(form: Form['form'], change: Change): Form {
  return {
    field: 'content beside tool_calls',
    form,
    sent: 'often',
    base: 'tools',
    saysNothing: false,
    change,
  };
}

function plain(field: string, form: Form['form'], sent: Form['sent'], change: Change): Form {
  return { field, form, sent, base: 'plain', saysNothing: true, change };
}

function wordless(field: string, at: number): Form {
  const change: Change = (messages) => having(messages, at, { content: null });
  return { ...plain(field, 'null', 'hardly', change), saysNothing: false };
}

function step(field: string, form: Form['form'], sent: Form['sent'], change: Change): Form {
  return { field, form, sent, base: 'tools', saysNothing: false, change };
}

const requestOf = (messages: readonly Message[], tools: Json): RenderRequest => ({
  conversation: { messages, tools, documents: null, kwargs: {} },
  addGenerationPrompt: false,
});

function having(messages: readonly Message[], at: number, fields: Record<string, Json>): Message[] {
  return messages.map((message, index) => (index === at ? { ...message, ...fields } : message));
}

function without(messages: readonly Message[], at: number, field: string): Message[] {
  return messages.map((message, index) => (index === at ? withoutField(message, field) : message));
}

function withoutField(message: Message, field: string): Message {
  return Object.fromEntries(Object.entries(message).filter(([name]) => name !== field)) as unknown as Message;
}

function callsWithoutType(messages: readonly Message[]): Json {
  const calls = (messages[1]!.tool_calls ?? []) as unknown as readonly Message[];
  return calls.map((each) => withoutField(each, 'type')) as unknown as Json;
}

function callsWith(messages: readonly Message[], args: Json): Json {
  const calls = (messages[1]!.tool_calls ?? []) as { readonly [field: string]: Json }[];
  return calls.map((each) => ({ ...each, function: { name: 'lookup', arguments: args } }));
}

const count = (text: string, word: string) => text.split(word).length - 1;

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
