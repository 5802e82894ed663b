/**
 * Every rule on templates of its own: one that fires it at the exact place, a near miss that does not, the sound
 * version. `test-fixtures/rules/CTnnn/*.jinja`; what is expected stands in `expected.json` beside them, as
 * `code line:column underlined text` per file; what other rules say for information is left out. A tokenizer is described
 * by `NAME.tokenizer.json` beside `NAME.jinja`, or by `tokenizer.json` for all files of the folder: a small one (see
 * `smallTokenizer`). `npx vitest run server/src/rules --update` writes what is found.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { certifyFully } from '../certify/certify.ts';
import { smallTokenizer, type SmallTokenizer } from '../testing/smallTokenizer.ts';
import type { Tokenizer } from '../tokenizer/index.ts';
import { LineIndex } from '../text/lineIndex.ts';

const folder = new URL('../../../test-fixtures/rules/', import.meta.url);

describe.each(readdirSync(folder).sort())('%s', (rule) => {
  const place = new URL(`${rule}/`, folder);
  const files = readdirSync(place).filter((file) => file.endsWith('.jinja'));

  test('says what is expected of each template', async () => {
    const found = Object.fromEntries(
      await Promise.all(
        files.sort().map(async (file) => [file, await findingsIn(place, file, rule)] as const),
      ),
    );
    await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(
      new URL('expected.json', place).pathname,
    );
  });

  test.each(files)('%s fires it only if that is its name', async (file) => {
    const codes = (await findingsIn(place, file, rule)).map((finding) => finding.split(' ')[0]);
    if (file.startsWith('fires')) expect(codes).toContain(rule);
    else expect(codes).not.toContain(rule);
    if (file.startsWith('sound')) expect(codes).toEqual([]);
  });
});

async function findingsIn(place: URL, file: string, rule: string): Promise<string[]> {
  const source = readFileSync(new URL(file, place), 'utf8');
  const tokenizer = await tokenizerFor(place, file);
  const lines = new LineIndex(source);
  const { findings } = certifyFully({ source, tokenizer, tokenizerInfo: null }).certification;
  return findings
    .filter(({ code, severity }) => code === rule || severity !== 'information')
    .map(({ code, span }) => {
      const { line, column } = lines.positionOf(span.start);
      return `${code} ${line}:${column} ${source.slice(span.start, span.end)}`;
    });
}

function tokenizerFor(place: URL, file: string): Promise<Tokenizer> | null {
  const own = new URL(file.replace(/jinja$/, 'tokenizer.json'), place);
  const common = new URL('tokenizer.json', place);
  const found = [own, common].find((candidate) => existsSync(candidate));
  return found === undefined
    ? null
    : smallTokenizer(JSON.parse(readFileSync(found, 'utf8')) as SmallTokenizer);
}
