/** What may stand in a slot, and how the parser names what it misses. */
import type { Edge, Slot, SlotKind } from './format.ts';

const names: Readonly<Record<SlotKind, string>> = {
  start: 'the beginning',
  reasoning: 'the reasoning',
  content: 'the content',
  name: 'the name of a function',
  id: 'the id of a call',
  key: 'the name of an argument',
  value: 'the value of an argument',
  arguments: 'the arguments of a call',
  call: 'a call',
  calls: 'the list of calls',
  end: 'the end of the turn',
};

export const named = ({ kind }: Slot) => names[kind];

/** Nothing else can be a name; what can't is text that only looks like the beginning of a call. */
const plausible: Partial<Record<SlotKind, RegExp>> = {
  name: /^[^\s<>()[\]{}"'=,|]{1,256}$/,
  id: /^[^\s<>{}"]{0,256}$/,
  key: /^[^\n<>"]{1,256}$/,
};

export function isPlausible({ kind }: Slot, text: string): boolean {
  return plausible[kind]?.test(text) ?? true;
}

const shown = 3;

/** The end of the turn is named only where nothing else may follow. */
export function expected(edges: readonly Edge[]): string {
  const inner = edges.filter(({ to }) => to !== 'end');
  const texts = (inner.length > 0 ? inner : edges).map(({ literal }) => literal.text.trim());
  const distinct = [...new Set(texts.filter((text) => text !== ''))].slice(0, shown);
  return distinct.length === 0 ? 'nothing else' : distinct.map((text) => JSON.stringify(text)).join(' or ');
}
