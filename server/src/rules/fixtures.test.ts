/**
 * Every rule on templates of its own: one that fires it at the exact place, a near miss that does not, the sound
 * version. `test-fixtures/rules/CTnnn/*.jinja`; what is expected stands in `expected.json` beside them, as
 * `code line:column underlined text` per file; what other rules say for information is left out. `npx vitest run server/src/rules --update` writes what is found.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { certifyFully } from '../certify/certify.ts';
import { LineIndex } from '../text/lineIndex.ts';

const folder = new URL('../../../test-fixtures/rules/', import.meta.url);

describe.each(readdirSync(folder).sort())('%s', (rule) => {
  const place = new URL(`${rule}/`, folder);
  const files = readdirSync(place).filter((file) => file.endsWith('.jinja'));

  test('says what is expected of each template', async () => {
    const found = Object.fromEntries(
      files.sort().map((file) => [file, findingsIn(readFileSync(new URL(file, place), 'utf8'), rule)]),
    );
    await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(
      new URL('expected.json', place).pathname,
    );
  });

  test.each(files)('%s fires it only if that is its name', (file) => {
    const codes = findingsIn(readFileSync(new URL(file, place), 'utf8'), rule).map(
      (finding) => finding.split(' ')[0],
    );
    if (file.startsWith('fires')) expect(codes).toContain(rule);
    else expect(codes).not.toContain(rule);
    if (file.startsWith('sound')) expect(codes).toEqual([]);
  });
});

function findingsIn(source: string, rule: string): string[] {
  const lines = new LineIndex(source);
  const { findings } = certifyFully({ source, tokenizer: null, tokenizerInfo: null }).certification;
  return findings
    .filter(({ code, severity }) => code === rule || severity !== 'information')
    .map(({ code, span }) => {
      const { line, column } = lines.positionOf(span.start);
      return `${code} ${line}:${column} ${source.slice(span.start, span.end)}`;
    });
}
