/**
 * Assistant turns that a template is asked to render so that its format can be read from them. Every value is a text
 * that occurs nowhere else, so that where it stands in the render tells what is written there.
 */
import type { Json, Message } from '../../../../protocol/conversation.ts';
import { functionSchema, user } from '../../conversation/messages.ts';
import type { ValueType } from './format.ts';

export interface ProbeArgument {
  readonly key: string;
  readonly type: ValueType;
  readonly value: Json;
}

export interface ProbeCall {
  readonly name: string;
  readonly id: string;
  readonly arguments: readonly ProbeArgument[];
}

export interface Probe {
  readonly reasoning: string | null;
  readonly content: string | null;
  readonly calls: readonly ProbeCall[];
}

export const question: Message = user('zquestionz');
export const reasoningText = 'zreasoningz';
export const contentText = 'zcontentz';

const letters = ['a', 'b', 'c'] as const;

/** A value of each type that can be told from everything else in a render. */
const values: Readonly<Record<Exclude<ValueType, 'string'>, Json>> = {
  integer: 70151,
  number: 70152.25,
  boolean: true,
  null: null,
  array: ['zitemz', 70153],
  object: { zsubz: 'zitemz' },
};

export const otherTypes = Object.keys(values) as readonly Exclude<ValueType, 'string'>[];
const types: readonly ValueType[] = ['string', ...otherTypes];

/** One argument per type named, in order. */
export function probeCall(index: number, types: readonly ValueType[]): ProbeCall {
  const letter = letters[index]!;
  return {
    name: `zname${letter}z`,
    id: `zcall${letter}zzz`,
    arguments: types.map((type, at) => argument(letter, letters[at]!, type)),
  };
}

function argument(call: string, place: string, type: ValueType): ProbeArgument {
  const value = type === 'string' ? `zvalue${call}${place}z` : values[type];
  return { key: `z${type}${call}${place}z`, type, value };
}

/** The functions that the probes call; one has a parameter of each type. */
export const probeTools: Json = letters.map((call, index) => {
  const known = (index === 0 ? types : ['string' as const]).map((type) => argument(call, 'a', type));
  const parameters = known.map(({ key, type }) => [key, { type, description: 'zmeaningz' }] as const);
  return functionSchema(probeCall(index, []).name, 'zdescriptionz', Object.fromEntries(parameters));
});

const called = (...types: readonly (readonly ValueType[])[]): ProbeCall[] =>
  types.map((each, index) => probeCall(index, each));
const turn = (calls: readonly ProbeCall[], reasoning = false, content = false): Probe => ({
  reasoning: reasoning ? reasoningText : null,
  content: content ? contentText : null,
  calls,
});

const parts = [
  [false, false],
  [false, true],
  [true, false],
  [true, true],
] as const;

/** With and without each part of a turn. */
const combined = (calls: readonly ProbeCall[]) =>
  parts.map(([reasoning, content]) => turn(calls, reasoning, content));

export const firstProbe = turn(called(['string']));

/** A text with both kinds of quotes. */
export const quotesProbe = turn([
  { ...probeCall(0, []), arguments: [{ ...argument('a', 'a', 'string'), value: `zva"lu'ez` }] },
]);

export const plainProbes: readonly Probe[] = combined([]).slice(1);

/** What tells how calls follow what stands before them, and one another. */
export const callProbes: readonly Probe[] = [
  ...combined(called(['string'])),
  turn(called(['string'], ['string'])),
  turn(called(['string'], ['string']), false, true),
  turn(called(['string'], ['string'], ['string'])),
  turn(called(['string'], ['string']), true, true),
];

/** One argument of a type. */
export const typedProbe = (type: ValueType): Probe => turn(called([type]));

/** What templates with a place for each argument need beside them. */
export const taggedProbes: readonly Probe[] = [
  ...combined(called([])),
  turn(called(['string', 'string'])),
  turn(called([], [])),
  turn(called([], ['string'])),
  turn(called(['string'], [])),
  ...otherTypes.flatMap((type) => [
    turn(called([type])),
    turn(called([type, 'string'])),
    turn(called(['string', type])),
    turn(called([type], ['string'])),
    turn(called([type], [])),
  ]),
];
