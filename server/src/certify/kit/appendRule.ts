/**
 * What a template adds for new messages, as a frame of fixed text around their fields: read from dummies whose fields
 * are words that stand nowhere else, then held against messages that are hard to write down.
 */
import type { Message } from '../../../../protocol/conversation.ts';
import type { Appended, AppendPart, AppendRule, Spelling } from '../../../../protocol/titoKit.ts';
import { dummyDelta, type DummyContext } from '../tito/dummyDelta.ts';

export type AppendRuleFound =
  { readonly ok: true; readonly rule: AppendRule } | { readonly ok: false; readonly reason: string };

type Field = Extract<AppendPart, { field: string }>['field'];

interface Kind {
  readonly role: 'tool' | 'user';
  readonly fields: readonly Field[];
  /** How many may come at once, the most that is tried. */
  readonly most: number;
}

export const toolAnswers: Kind = { role: 'tool', fields: ['content', 'name', 'tool_call_id'], most: 3 };
export const userMessage: Kind = { role: 'user', fields: ['content'], most: 1 };

/** Contents that show how a content is written. */
const probes: readonly string[] = [
  '21',
  '  edges \n',
  'two\nlines, "quoted", a\\backslash',
  '<b>&amp;</b> é 漢 🦩',
  '{"a": [1, null]}',
  'null',
  '',
];

const spell: Readonly<Record<Spelling, (text: string) => string>> = {
  verbatim: (text) => text,
  trimmed: (text) => text.replace(pythonBlanks, ''),
  json: (text) => JSON.stringify(text),
};

/** What Python's `str.strip` takes off: not what JavaScript's `trim` does. */
const pythonBlanks = /^(?:(?!\ufeff)[\s\x1c-\x1f\x85])+|(?:(?!\ufeff)[\s\x1c-\x1f\x85])+$/g;

export function appendText(rule: AppendRule, messages: readonly Appended[]): string {
  const { tail, open, item, separator, close } = rule;
  const written = messages.map((message) =>
    item.map((part) => ('text' in part ? part.text : spell[part.as](message[part.field] ?? ''))).join(''),
  );
  return `${tail}${open}${written.join(separator ?? '')}${close}`;
}

export function appendRuleOf(kind: Kind, context: DummyContext): AppendRuleFound {
  const single = written(kind, [marked(kind, 1)], context);
  if (!single.ok) return single;
  let refused = `no ${kind.role} message shows in what is appended for it`;
  for (const as of ['json', 'verbatim', 'trimmed'] as const) {
    const frame = frameOf(kind, single, as);
    if (frame === null) continue;
    const odd = counterexample(frame, kind, context);
    if (odd === null) return { ok: true, rule: withSeparator(frame, kind, as, context) };
    refused = odd;
  }
  return { ok: false, reason: refused };
}

/** A frame around one message; null where its content does not show so. */
function frameOf(
  kind: Kind,
  { tail, text }: { readonly tail: string; readonly text: string },
  as: Spelling,
): AppendRule | null {
  const items = itemsIn(text, kind, 1, as);
  if (items === null) return null;
  const { open, parts, close } = items;
  const rule = tail === '' ? 'plain' : 'trimmed-to-stop';
  return { rule, tail, open, item: parts[0]!, separator: null, close };
}

/** The same with what stands between two, where two and more are written in the same frame. */
function withSeparator(frame: AppendRule, kind: Kind, as: Spelling, context: DummyContext): AppendRule {
  if (kind.most < 2) return frame;
  const two = written(kind, [marked(kind, 1), marked(kind, 2)], context);
  const items = two.ok ? itemsIn(two.text, kind, 2, as) : null;
  if (items === null) return frame;
  const rule = { ...frame, separator: items.separators[0]! };
  for (let count = 2; count <= kind.most; count += 1) {
    const messages = Array.from({ length: count }, (_, index) => marked(kind, index + 1));
    const several = written(kind, messages, context);
    if (!several.ok || appendText(rule, messages) !== several.tail + several.text) return frame;
  }
  return rule;
}

/** A content that the template writes otherwise, in words; null where all are written so. */
function counterexample(frame: AppendRule, kind: Kind, context: DummyContext): string | null {
  for (const content of probes) {
    const message = { ...marked(kind, 1), content };
    const real = written(kind, [message], context);
    if (!real.ok) return `for the content ${JSON.stringify(content)} ${real.reason}`;
    const expected = appendText(frame, [message]);
    if (real.tail + real.text !== expected)
      return `the content ${JSON.stringify(content)} is written as ${JSON.stringify(real.tail + real.text)}, not as ${JSON.stringify(expected)}: no fixed frame stands around it`;
  }
  return null;
}

function written(kind: Kind, messages: readonly Appended[], context: DummyContext) {
  return dummyDelta(
    messages.map((message): Message => ({ role: kind.role, ...message })),
    context,
  );
}

/** Words that stand in no template. The id has the nine characters that the strictest templates want. */
const words: Readonly<Record<Field, (index: number) => string>> = {
  content: (index) => `zqcontent${index}q`,
  name: (index) => `zqname${index}q`,
  tool_call_id: (index) => `zqcall00${index}`,
};

function marked({ fields }: Kind, index: number): Appended {
  return Object.fromEntries(fields.map((field) => [field, words[field](index)]));
}

interface Items {
  readonly open: string;
  readonly parts: readonly (readonly AppendPart[])[];
  readonly separators: readonly string[];
  readonly close: string;
}

/** Cuts a text at the words of `count` messages; null where they stand in no such order. */
function itemsIn(text: string, { fields }: Kind, count: number, as: Spelling): Items | null {
  const places = Array.from({ length: count }, (_, at) => at + 1).flatMap((index) =>
    fields.flatMap((field) => placesOf(text, field, index, field === 'content' ? as : 'verbatim')),
  );
  places.sort((one, other) => one.start - other.start);
  const runs = Array.from({ length: count }, (_, at) => places.filter(({ index }) => index === at + 1));
  const inOrder = places.every(({ index }, at) => at === 0 || places[at - 1]!.index <= index);
  if (!inOrder || runs.some((run) => !run.some(({ field }) => field === 'content'))) return null;
  const parts = runs.map((run) => partsOf(text, run));
  const bounds = runs.map((run) => ({ start: run[0]!.start, end: run.at(-1)!.end }));
  return {
    open: text.slice(0, bounds[0]!.start),
    parts,
    separators: bounds.slice(1).map(({ start }, at) => text.slice(bounds[at]!.end, start)),
    close: text.slice(bounds.at(-1)!.end),
  };
}

interface FieldPlace {
  readonly field: Field;
  readonly as: Spelling;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

function placesOf(text: string, field: Field, index: number, as: Spelling): FieldPlace[] {
  const word = spell[as](words[field](index));
  const places: FieldPlace[] = [];
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + word.length))
    places.push({ field, as, index, start, end: start + word.length });
  return places;
}

function partsOf(text: string, run: readonly FieldPlace[]): AppendPart[] {
  return run.flatMap(({ field, as, start }, at): AppendPart[] => {
    const between = at === 0 ? '' : text.slice(run[at - 1]!.end, start);
    return [...(between === '' ? [] : [{ text: between }]), { field, as }];
  });
}
