import type { Random } from './random.ts';

/** What the variables of a context hold, so that expressions use them for what they are. */
export const VARIABLES = {
  text: ['s', 't', 'u'],
  integer: ['n', 'm'],
  float: ['f', 'g'],
  boolean: ['b'],
  none: ['z'],
  integers: ['xs', 'ys'],
  texts: ['ss'],
  dict: ['d', 'e'],
  dicts: ['ds', 'messages'],
  missing: ['missing', 'nothing'],
} as const;

export type Kind = keyof typeof VARIABLES;

const TEXTS = [
  ...[
    '',
    ' ',
    'a',
    'ab',
    'Abc',
    'hello world',
    ' padded ',
    'a,b,,c',
    'line\nline\n',
    'x\ty',
    '%s %d',
    '{} {0}',
    '42',
    '-7',
  ],
  ...[
    '3.5',
    '1e3',
    'true',
    'None',
    "it's",
    '"quoted"',
    '<b>&amp;</b>',
    '</think>',
    '<think>\nso\n</think>\n\nyes',
    'a\r\nb',
  ],
  ...[
    'é',
    'e\u0301',
    'ß',
    'İ',
    '漢字',
    'ΑΣ',
    '😀',
    '👩‍👩‍👧',
    'x😀y',
    '\u00a0nb\u00a0',
    'zero\u200bwidth',
    '\u2028',
    'ﬁ',
    '½',
    '٣',
    'ǆ',
  ],
  ...[
    'UPPER lower',
    'a-b_c.d',
    'https://example.com/?q=1&r=a b',
    '\\n',
    '{{ x }}',
    '\u0000',
    '\u001f',
    '\u007f',
    '\ufeff',
  ],
];
const INTEGERS = [
  '0',
  '1',
  '2',
  '3',
  '-1',
  '-5',
  '7',
  '10',
  '255',
  '100000',
  '9007199254740993',
  '-12345678901234567890',
];
const FLOATS = [
  ...['0.0', '-0.0', '1.0', '1.5', '2.5', '-2.5', '0.1', '1e16', '1e22', '1e-7', '123456.789', '3.14159'],
  ...['1e300', '0.30000000000000004'],
];
const KEYS = ['a', 'b', 'c', 'role', 'content', 'items', 'é', '10', '2', 'A', ' '];

/** None where nobody expects it: now and then. */
const NOTHING = ['null'];

/** A context as JSON text. */
export function generateContext(random: Random): string {
  const entries: string[] = [];
  const add = (names: readonly string[], make: () => string) => {
    for (const name of names) if (random.chance(0.97)) entries.push(`"${name}": ${make()}`);
  };
  add(VARIABLES.text, () => text(random));
  add(VARIABLES.integer, () => random.pick(INTEGERS));
  add(VARIABLES.float, () => random.pick(FLOATS));
  add(VARIABLES.boolean, () => random.pick(['true', 'false']));
  add(VARIABLES.none, () => 'null');
  add(VARIABLES.integers, () => list(random, 5, () => random.pick([...INTEGERS.slice(0, 9), ...NOTHING])));
  add(VARIABLES.texts, () => list(random, 4, () => (random.chance(0.04) ? 'null' : text(random))));
  add(VARIABLES.dict, () => dict(random, 2));
  add(['ds'], () => list(random, 4, () => dict(random, 1)));
  add(['messages'], () => list(random, 5, () => message(random)));
  return `{${entries.join(', ')}}`;
}

function text(random: Random): string {
  return JSON.stringify(random.chance(0.2) ? random.pick(TEXTS) + random.pick(TEXTS) : random.pick(TEXTS));
}

function list(random: Random, most: number, make: () => string): string {
  return `[${Array.from({ length: random.below(most + 1) }, make).join(', ')}]`;
}

function dict(random: Random, depth: number): string {
  const keys = KEYS.filter(() => random.chance(0.4));
  return `{${keys.map((key) => `${JSON.stringify(key)}: ${value(random, depth)}`).join(', ')}}`;
}

function value(random: Random, depth: number): string {
  const kind = random.below(depth > 0 ? 8 : 5);
  if (kind === 0) return random.pick(INTEGERS);
  if (kind === 1) return random.pick(FLOATS);
  if (kind === 2) return random.pick(['true', 'false', 'null']);
  if (kind <= 4) return text(random);
  if (kind <= 6) return list(random, 3, () => value(random, depth - 1));
  return dict(random, depth - 1);
}

function message(random: Random): string {
  const role = JSON.stringify(random.pick(['system', 'user', 'assistant', 'tool']));
  const content = random.pick([
    () => text(random),
    () => text(random),
    () => 'null',
    () => `[{"type": "text", "text": ${text(random)}}, {"type": "image"}]`,
  ])();
  const calls = `, "tool_calls": [{"function": {"name": ${text(random)}, "arguments": ${dict(random, 1)}}}]`;
  return `{"role": ${role}, "content": ${content}${random.chance(0.25) ? calls : ''}}`;
}
