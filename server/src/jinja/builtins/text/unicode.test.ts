/** Every str method over the assigned and the unassigned code points, against digests of Python's answers. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callBuiltin, callMethod } from '../../evaluate/callable.ts';
import type { Runtime } from '../../evaluate/runtime.ts';
import { toArray } from '../../values/iterate.ts';
import { Meter, useMeter } from '../../values/meter.ts';
import { print, repr } from '../../values/print.ts';
import type { Value } from '../../values/types.ts';
import { Float } from '../../values/types.ts';
import { UNICODE_VERSION } from '../../values/unassigned.ts';
import { wordcount } from '../filters/wordcount.ts';
import { strMethods } from '../methods/str/index.ts';
import { parseFloatText, parseInteger } from './number.ts';

const file = join(import.meta.dirname, '../../../../../test-fixtures/unicode/answers.json');
const { unicode, asked, digests } = JSON.parse(readFileSync(file, 'utf8')) as {
  unicode: string;
  /** Ranges of code points, end exclusive, as JSON. */
  asked: string;
  digests: Readonly<Record<string, string>>;
};

const ranges = JSON.parse(asked) as [start: number, end: number][];
const runtime = {} as Runtime;

/** What a str method makes of a str. */
function method(name: string): (text: string) => Value {
  const found = strMethods.find((each) => each.name === name);
  if (!found) throw new Error(`no method ${name}`);
  return (text) => callMethod(runtime, found, text, []);
}

const [title, lower, split] = [method('title'), method('lower'), method('split')];
const [splitlines, strip, isidentifier] = [method('splitlines'), method('strip'), method('isidentifier')];

/** What is asked of each character; all others are str methods by that name. */
const QUESTIONS: Readonly<Record<string, (char: string) => Value>> = {
  'identifier tail': (char) => isidentifier(`a${char}`),
  'in a word': (char) => title(`a${char}a`),
  'before sigma': (char) => lower(`A${char}Σ`),
  'after sigma': (char) => lower(`AΣ${char}A`),
  repr,
  split: (char) => toArray(split(`a${char}b`)).length,
  splitlines: (char) => toArray(splitlines(`a${char}b`)).length,
  strip: (char) => Array.from(print(strip(char))).length,
  int: (char) => parseInteger(char, 10) ?? '-',
  float: (char) => {
    const value = parseFloatText(char);
    return value === null ? '-' : new Float(value);
  },
  word: (char) => callBuiltin(runtime, wordcount, [char]),
};

describe(`characters as Unicode ${unicode} has them`, () => {
  let before: ReturnType<typeof useMeter>;
  beforeAll(() => {
    const limits = { steps: Infinity, memory: Infinity, output: Infinity, depth: 900, interrupted: null };
    before = useMeter(new Meter(limits));
  });
  afterAll(() => useMeter(before));

  it('are those of the table of what is unassigned', () => expect(UNICODE_VERSION).toBe(unicode));

  it.each(Object.entries(digests))('%s', (name, digest) => {
    const answer = QUESTIONS[name] ?? method(name);
    const hash = createHash('sha256');
    let separator = '';
    for (const [start, end] of ranges) {
      let answers = '';
      for (let code = start; code < end; code++) {
        answers += separator + print(answer(String.fromCodePoint(code)));
        separator = '|';
      }
      hash.update(answers);
    }
    expect(hash.digest('hex')).toBe(digest);
  });
});
