/** Scopes, loops, macros, blocks, sandbox: what CPython's Jinja2 answered, with and without trace. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextOf, load } from '../index.ts';

type Case = readonly [template: string, context: Readonly<Record<string, unknown>>, answer: string];

const file = join(import.meta.dirname, '../../../../test-fixtures/evaluate/answers.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Case[] };

function answerTo(template: string, context: Case[1], traced: boolean): string {
  const { program, error } = load(template);
  if (program === null) return `${error.type}: ${error.message}`;
  const rendered = program.render(contextOf(context), { traced, now: new Date(2025, 6, 10, 12) });
  return rendered.ok ? rendered.text : `${rendered.error.type}: ${rendered.error.message}`;
}

describe.each([
  ['untraced', false],
  ['traced', true],
])('%s', (_name, traced) => {
  it.each(cases)('%s', (template, context, answer) => {
    expect(answerTo(template, context, traced).replace(/0x[0-9a-f]+/g, '0xADDR')).toBe(answer);
  });
});
