import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../load.ts';

const fixture = join(import.meta.dirname, '../../../../test-fixtures/syntax/answers.json');
const { python, jinja2, cases } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  python: string;
  jinja2: string;
  cases: [template: string, error: [type: string, message: string] | null][];
};

describe(`what Jinja2 ${jinja2} on Python ${python} says of a template`, () => {
  it.each(cases)('%j', (template, expected) => {
    const { error } = load(template);
    expect(error && [error.type, error.message]).toEqual(expected);
    if (!error) return;
    expect(error.span.start).toBeGreaterThanOrEqual(0);
    expect(error.span.end).toBeGreaterThanOrEqual(error.span.start);
    expect(error.span.end).toBeLessThanOrEqual(template.length);
  });
});
