import { describe, expect, it } from 'vitest';
import { filters } from '../../jinja/builtins/filters/index.ts';
import { tests } from '../../jinja/builtins/tests/index.ts';
import { FILTERS, FUNCTIONS, SHAPES, signatureOf, TESTS } from './index.ts';

describe('knowledge', () => {
  it('describes every filter of the engine, and no other', () => {
    expect([...FILTERS.keys()].sort()).toEqual([...filters.keys()].sort());
  });

  it('describes every test of the engine that is a word, and no other', () => {
    const words = [...tests.keys()].filter((name) => /^\w+$/.test(name));
    expect([...TESTS.keys()].sort()).toEqual(words.sort());
  });

  it('keeps signatures as they are written', () => {
    const signatures = [
      FILTERS.get('dictsort'),
      FILTERS.get('map'),
      FILTERS.get('truncate'),
      FUNCTIONS.get('joiner'),
    ];
    expect(signatures.map((each) => each && signatureOf(each))).toEqual([
      "dictsort(case_sensitive=false, by='key', reverse=false)",
      'map(*args, **kwargs)',
      "truncate(length=255, killwords=false, end='...', leeway=none)",
      "joiner(sep=', ')",
    ]);
    expect(FUNCTIONS.get('joiner')?.parameters).toEqual([{ name: 'sep', defaultValue: "', '" }]);
  });

  it('says everything in one line', () => {
    const docs = [FILTERS, TESTS, FUNCTIONS, ...Object.values(SHAPES).map(({ members }) => members)].flatMap(
      (table) => [...table.values()].map(({ doc }) => doc),
    );
    for (const doc of docs) expect(doc).toMatch(/^[^\n]+[.?:]$/);
  });
});
