/** Templates for every filter, test, method and global, with what Python answered (test-fixtures/builtins). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextFromJson, Dict, load } from '../index.ts';
import { filters } from './filters/index.ts';
import { globals } from './globals.ts';
import { dictMethods } from './methods/dicts.ts';
import { floatMethods, intMethods } from './methods/numbers.ts';
import { listMethods, tupleMethods } from './methods/sequences.ts';
import { strMethods } from './methods/str/index.ts';
import { markupMethods } from './methods/str/markup.ts';
import { tests } from './tests/index.ts';

interface Answers {
  readonly context: unknown;
  readonly cases: Readonly<Record<string, readonly (readonly [template: string, answer: string])[]>>;
}

const file = join(import.meta.dirname, '../../../../test-fixtures/builtins/answers.json');
const { context, cases } = JSON.parse(readFileSync(file, 'utf8')) as Answers;
const contextText = JSON.stringify(context);

function answer(template: string, traced: boolean): string {
  const { program, error } = load(template);
  if (program === null) return `${error.type}: ${error.message}`;
  const rendered = program.render(contextFromJson(contextText).context ?? new Dict(), {
    traced,
    now: new Date(2025, 6, 10, 12),
  });
  if (!rendered.ok) return `${rendered.error.type}: ${rendered.error.message}`;
  if (traced) expect(rendered.trace?.runs().at(-1)?.end ?? 0).toBe(rendered.text.length);
  return rendered.text;
}

describe.each(Object.entries(cases))('%s', (_section, list) => {
  it.each(list)('%s', (template, expected) => {
    for (const traced of [false, true]) {
      expect(answer(template, traced).replace(/ at 0x[0-9a-f]+/g, ' at 0xADDR')).toBe(expected);
    }
  });
});

describe('coverage of the answers', () => {
  const templates = Object.values(cases)
    .flat()
    .map(([template]) => template)
    .join('\n');
  const methods = [
    ...strMethods,
    ...markupMethods,
    ...listMethods,
    ...tupleMethods,
    ...dictMethods,
    ...intMethods,
    ...floatMethods,
  ];
  it('has every filter', () => {
    const missing = [...filters.keys()].filter((name) => !new RegExp(`\\|\\s*${name}\\b`).test(templates));
    expect(missing).toEqual([]);
  });

  it('has every test', () => {
    const missing = [...tests.keys()].filter(
      (name) => !templates.includes(` is ${name}`) && !templates.includes(`select('${name}'`),
    );
    expect(missing).toEqual([]);
  });

  it('has every method and global', () => {
    const names = [...methods.map(({ name }) => `.${name}`), ...globals.keys()];
    expect(names.filter((name) => !templates.includes(name))).toEqual([]);
  });
});
