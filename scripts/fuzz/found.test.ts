import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderOurs } from './compare.ts';
import type { Outcome } from './compare.ts';

const fixture = join(import.meta.dirname, '../../test-fixtures/fuzz/found.json');
const { jinja2, cases } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  jinja2: string;
  cases: [template: string, context: string, python: Outcome][];
};

describe(`differences from Jinja2 ${jinja2} that fuzzing found once`, () => {
  it.each(cases)('%j', (template, context, python) => {
    expect(renderOurs(template, context)).toEqual(python);
  });
});
