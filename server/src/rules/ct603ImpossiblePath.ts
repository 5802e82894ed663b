import type { Finding, Span } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { tracedText } from '../certify/blame/causes.ts';
import { dataFlowOf, type DataFlow, type FieldRead } from '../dataflow/index.ts';
import { editDistance, places, type Place } from '../dataflow/schema.ts';
import { assistant, system, tool, user, type Call } from '../conversation/messages.ts';
import { within } from '../dataflow/tree.ts';
import { lossesOf } from './losses.ts';
import { defineRule } from './rule.ts';
import { code, listed, quote } from './wording.ts';

export interface ImpossiblePayload {
  readonly kind: 'path' | 'placeholder';
  /** The field that is never there, or the placeholder. */
  readonly name: string;
  /** The field that was meant; null where none is near. */
  readonly meant: string | null;
}

/** Placeholders of other template languages that would have named a part of the conversation. */
const placeholder = new RegExp(
  [
    // Python's format and f-strings, shells: {role}, {user_name}, {message.content}, {message['role']}, ${content}
    String.raw`\{(role|content|messages?|prompt|system|user|assistant|bot|name|query|question|context|history|tools?|date|input|output|response|instruction|[a-z]+(_[a-z]+)+)\}`,
    String.raw`\{[a-z_]+(\.[a-z_]+|\[['"][a-z_]+['"]\])+\}`,
    // printf: %(role)s
    String.raw`%\([a-z_]+\)s`,
    // Go, Handlebars, Jinja inside a string: {{ .Prompt }}, {{content}}, {% if
    String.raw`\{\{-?\s*\.?\w[\w.]*\s*-?\}\}`,
    String.raw`\{%-?\s*\w+`,
  ].join('|'),
);

/** UTF-16 units: longer text is prose. */
const longestScaffold = 200;

export const ct603ImpossiblePath = defineRule<ImpossiblePayload>({
  code: 'CT603',
  title: 'Impossible field path or stray placeholder',
  by: ['static', 'renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `The template reads a field where no conversation of OpenAI's format has one: the name of a call beside its
\`function\`, a field of the list itself, a misspelt \`content\`. Jinja gives an undefined value, which prints nothing. Or it
prints a placeholder of another template language, such as \`{role}\`, as it stands. A path that is only a fallback (something
around it asks whether the field is there) is not reported.`,
  repair: 'Read the field where it is: `call.function.name`, `message.content`.',
  find: (analysis) => {
    const flow = dataFlowOf(analysis.subject.program.template);
    const impossible = flow.reads.flatMap((read) => pathFinding(analysis, flow, read));
    const told = new Set(impossible.map(({ span }) => keyOf(span)));
    const vain = readsInVain(analysis, flow).filter(({ span }) => !told.has(keyOf(span)));
    return [...impossible, ...vain, ...placeholders(analysis)];
  },
});

function pathFinding({ source }: Analysis, flow: DataFlow, read: FieldRead): Finding[] {
  if (read.care === 'guarded') return [];
  const impossible = [...read.of].map((path) => judge(places[path], read));
  const [first] = impossible;
  if (!first || impossible.some((verdict) => verdict === null) || isFallback(flow, read)) return [];
  const { place, meant } = first;
  const hint = meant === null ? '' : ` Is \`${meant}\` meant?`;
  return [
    {
      code: 'CT603',
      severity: 'error',
      message: `${code(source, read.node.span)} is never there: ${place.title} has no field \`${read.field}\`.${hint}`,
      span: read.nameSpan,
      related: [],
      payload: { kind: 'path', name: read.field, meant } satisfies ImpossiblePayload,
    },
  ];
}

/** A message may carry fields that its author made up, but what is lost for the sake of one was not meant for it. */
function readsInVain(analysis: Analysis, flow: DataFlow): Finding[] {
  const lost = new Map<FieldRead, string[]>();
  for (const { site, data } of lossesOf(analysis)) {
    const read = flow.reads.find(({ node }) => site !== null && keyOf(node.span) === keyOf(site));
    if (read === undefined || isKnownSomewhere(read) || isOwnName.test(read.field)) continue;
    lost.set(read, [...(lost.get(read) ?? []), data.field]);
  }
  return [...lost].map(([read, fields]) => {
    const names = [...new Set(fields)];
    const meant =
      (['content', 'arguments', 'name'] as const).find((name) => names.join().includes(name)) ?? null;
    return {
      code: 'CT603',
      severity: 'error',
      message: `${code(analysis.source, read.node.span)} is never there, and the ${listed(names)} ${names.length === 1 ? 'is' : 'are'} lost.`,
      span: read.nameSpan,
      related: [],
      payload: { kind: 'path', name: read.field, meant } satisfies ImpossiblePayload,
    };
  });
}

const isKnownSomewhere = ({ of, field }: FieldRead) =>
  [...of].some((path) => places[path]?.fields.has(field) === true);

/** Names of a vendor's own for reasoning, calls and tools: callers of that model pass them. */
const isOwnName = /reason|think|thought|call|tool|function/i;

/** Null where the field may be there. Asking for a field that cannot be there is a fault only where it is misspelt. */
function judge(place: Place | undefined, { field, care }: FieldRead) {
  if (place === undefined || place.fields.has(field)) return null;
  const meant = nearest(field, place.fields);
  if (meant === null && (!place.closed || care === 'asked')) return null;
  return { place, meant };
}

function nearest(field: string, fields: ReadonlySet<string>): string | null {
  const allowed = field.length >= 6 ? 2 : 1;
  return [...fields].find((known) => known.length > 3 && editDistance(known, field) <= allowed) ?? null;
}

/** Something around it asks about another field of the same value: the template knows both shapes. */
function isFallback(flow: DataFlow, read: FieldRead): boolean {
  const conditions = [...flow.tree.conditionsOver(read.node)].flatMap((condition) => [...within(condition)]);
  const ids = new Set(conditions.map(({ id }) => id));
  return (
    flow.reads.some(
      (other) =>
        ids.has(other.node.id) &&
        other.care === 'asked' &&
        other.field !== 'role' &&
        [...other.of].some((path) => read.of.has(path)),
    ) ||
    conditions.some(
      (node) => node.kind === 'test' && [...flow.paths.of(node.operand)].some((path) => read.of.has(path)),
    )
  );
}

function placeholders({ subject, dialect }: Analysis): Finding[] {
  const messages = [system('one'), user('two'), assistant({ content: 'three' }), user('four')];
  const call: Call = { id: 'call00001', name: 'five', arguments: { six: 'seven' } };
  const step = dialect.spell([user('two'), assistant({ calls: [call] }), tool(call, 'eight')]);
  const conversations = [messages, messages.slice(1), step];
  const found = new Map<string, Finding>();
  for (const spoken of conversations) {
    const request = {
      conversation: { messages: spoken, tools: null, documents: null, kwargs: {} },
      addGenerationPrompt: true,
    };
    if (!subject.render(request).ok) continue;
    const { text, trace } = tracedText(subject, request);
    for (const run of trace.runs()) {
      // Instructions to the model may well speak of a place to fill.
      const isScaffold = run.path === null && run.end - run.start < longestScaffold;
      const match = isScaffold ? placeholder.exec(text.slice(run.start, run.end)) : null;
      if (match !== null) found.set(keyOf(run.site), placeholderFinding(run.site, match[0]));
    }
  }
  return [...found.values()];
}

const keyOf = ({ start, end }: Span) => `${start}-${end}`;

function placeholderFinding(span: Span, name: string): Finding {
  return {
    code: 'CT603',
    severity: 'error',
    message: `The placeholder ${quote(name)} is printed as it stands: Jinja does not fill it.`,
    span,
    related: [],
    payload: { kind: 'placeholder', name, meant: null } satisfies ImpossiblePayload,
  };
}
