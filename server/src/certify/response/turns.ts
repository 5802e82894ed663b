/** Assistant turns as models emit them, for trying whether a turn survives being parsed. */
import type { Json } from '../../../../protocol/conversation.ts';

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
  turn('line breaks', [call({ text: 'first\nsecond\n\tthird', other: 'x' })]),
  turn('angle brackets', [call({ code: 'if (a < b && b > c) { return [x]; }' })]),
  turn('JSON in a text', [call({ body: '{"a": [1, 2], "b": "c"}', list: '[1, 2]' })]),
  turn('looks like another type', [call({ zip: '01234', flag: 'true', nothing: 'null' })]),
  turn('other scripts', [call({ text: 'Größe 日本語 🎉' })]),
  turn('integers', [call({ count: 12, below: -3 })]),
  turn('floats', [call({ ratio: 0.5, degrees: 21.75 })]),
  turn('booleans', [call({ yes: true, no: false })]),
  turn('null', [call({ nothing: null })]),
  turn('nested', [
    call({ filter: { tags: ['a', 'b'], limits: { low: 1, high: 2.5 }, on: true }, ids: [1, 2, 3] }),
  ]),
  turn('empty texts and lists', [call({ text: '', list: [], map: {} })]),
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

/** The functions that a turn calls, as `tools` describes them. */
export function toolsFor({ calls }: Turn): Json {
  const byName = new Map(calls.map(({ name, arguments: args }) => [name, args]));
  const known: [string, TurnCall['arguments']][] = [
    ['look_up', plain.arguments],
    ['search_web', other.arguments],
  ];
  return [...new Map([...known, ...byName])].map(([name, args]) => ({
    type: 'function',
    function: {
      name,
      description: 'Looks something up.',
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(args).map(([key, value]) => [
            key,
            { type: typeOf(value), description: 'An argument.' },
          ]),
        ),
        required: Object.keys(args),
      },
    },
  }));
}
