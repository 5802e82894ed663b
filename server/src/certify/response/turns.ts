/** Assistant turns as models emit them, for trying whether a turn survives being parsed. */
import type { Json } from '../../../../protocol/conversation.ts';
import type { ResponseFormat } from './format.ts';
import { functionSchema } from '../../conversation/messages.ts';

export interface TurnCall {
  readonly name: string;
  readonly id: string;
  readonly arguments: { readonly [key: string]: Json };
}

export interface Turn {
  readonly id: string;
  readonly content: string;
  readonly reasoning: string | null;
  readonly calls: readonly TurnCall[];
}

const call = (args: TurnCall['arguments'], name = 'look_up', id = 'callone01'): TurnCall => ({
  name,
  id,
  arguments: args,
});

const turn = (id: string, calls: readonly TurnCall[], parts: Partial<Turn> = {}): Turn => ({
  id,
  content: '',
  reasoning: null,
  ...parts,
  calls,
});

const plain = call({ city: 'Paris', unit: 'celsius' });
const other = call({ query: 'Rome' }, 'search_web', 'calltwo02');

/** Shapes of arguments, one call each. */
export const argumentTurns: readonly Turn[] = [
  turn('texts', [plain]),
  turn('quotes', [call({ text: 'She said "no", it\'s \\ fine' })]),
  turn('line breaks', [call({ text: 'first\nsecond\n\tthird', more: 'x' })]),
  turn('code', [call({ code: 'if (a < b && b > c) { return f(x=1, y=[2]); }' })]),
  turn('JSON in a text', [call({ body: '{"a": [1, 2], "b": "c"}', encoded: '[1, 2]' })]),
  turn('looks like another type', [call({ zip: '01234', flag: 'true', word: 'null' })]),
  turn('other scripts', [call({ text: 'Größe 日本語 🎉' })]),
  turn('integers', [call({ count: 12, below: -3 })]),
  turn('floats', [call({ ratio: 0.5, degrees: 21.75 })]),
  turn('booleans', [call({ yes: true, no: false })]),
  turn('null', [call({ nothing: null })]),
  turn('nested', [
    call({ filter: { tags: ['a', 'b'], limits: { low: 1, high: 2.5 }, on: true }, ids: [1, 2, 3] }),
  ]),
  turn('empty texts and lists', [call({ empty: '', list: [], map: {} })]),
  turn('no arguments', [call({})]),
];

/** Calls with what may stand beside them. */
export const callTurns: readonly Turn[] = [
  turn('two calls', [plain, other]),
  turn('three calls', [plain, other, call({ count: 3 }, 'look_up', 'callthr03')]),
  turn('content and a call', [plain], { content: 'Let me look that up.' }),
  turn('reasoning and a call', [plain], { reasoning: 'The weather has to be looked up.' }),
  turn('reasoning, content and two calls', [plain, other], {
    reasoning: 'Two places.\nBoth have to be looked up.',
    content: 'Looking both up.',
  }),
];

export const plainTurns: readonly Turn[] = [
  turn('content', [], { content: 'It is 21 degrees in Paris.' }),
  turn('reasoning and content', [], { reasoning: 'The answer is known.', content: 'It is 21 degrees.' }),
];

const typeNames: readonly (readonly [is: (value: Json) => boolean, type: string])[] = [
  [(value) => value === null, 'null'],
  [Array.isArray, 'array'],
  [(value) => typeof value === 'string', 'string'],
  [(value) => typeof value === 'boolean', 'boolean'],
  [(value) => Number.isInteger(value), 'integer'],
  [(value) => typeof value === 'number', 'number'],
  [() => true, 'object'],
];

const typeOf = (value: Json) => typeNames.find(([is]) => is(value))![1];

/** The functions that turns call, as `tools` describes them: every argument with its type. */
export function toolsFor(turns: readonly Turn[]): Json {
  const byName = new Map<string, Map<string, string>>();
  for (const { name, arguments: args } of turns.flatMap(({ calls }) => calls)) {
    const known = byName.get(name) ?? new Map<string, string>();
    for (const [key, value] of Object.entries(args)) known.set(key, typeOf(value));
    byName.set(name, known);
  }
  return [...byName].map(([name, types]) =>
    functionSchema(
      name,
      'Looks something up.',
      Object.fromEntries([...types].map(([key, type]) => [key, { type, description: 'An argument.' }])),
    ),
  );
}

/** Every turn that a round trip is tried with. */
export const allTurns: readonly Turn[] = [...argumentTurns, ...callTurns, ...plainTurns];

/** Those with no more calls than a template shows, and values that the parser reads. */
export function turnsFor({
  parallel,
  unreadable,
  callsRead,
}: Pick<ResponseFormat, 'parallel' | 'unreadable' | 'callsRead'>): readonly Turn[] {
  if (!callsRead) return allTurns.filter(({ calls }) => calls.length === 0);
  const types: ReadonlySet<string> = new Set(unreadable);
  return allTurns.filter(({ calls }) => {
    const values = calls.flatMap((each) => Object.values(each.arguments));
    return Math.min(calls.length, 2) <= parallel && !values.some((value) => types.has(typeOf(value)));
  });
}

/** The functions that they call: every argument with its type. */
export const turnSchemas: Json = toolsFor(allTurns);
/** The same functions in short: what every render carries. */
export const turnTools: Json = toolsFor([turn('', [plain, other])]);
