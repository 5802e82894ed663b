/**
 * Repairs of templates of our own: `test-fixtures/fixes/CASE/before.jinja`, what must hold in `required.json`, and the
 * repaired text in `after.jinja`. `npx vitest run server/src/fix --update` writes what is found.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { certifyFully } from '../certify/certify.ts';
import { searchFixes } from './index.ts';

const folder = new URL('../../../test-fixtures/fixes/', import.meta.url);

test.each(readdirSync(folder).sort())('%s is repaired', async (name) => {
  const read = (file: string) => readFileSync(new URL(`${name}/${file}`, folder), 'utf8');
  const required = JSON.parse(read('required.json')) as string[];
  const input = { source: read('before.jinja'), tokenizer: null, tokenizerInfo: null };
  const search = searchFixes(input, required);
  expect(search.obstacles).toEqual([]);
  await expect(search.source).toMatchFileSnapshot(new URL(`${name}/after.jinja`, folder).pathname);

  const { properties } = certifyFully({ ...input, source: search.source }).certification;
  expect(properties.filter(({ id }) => required.includes(id)).map(({ verdict }) => verdict)).toEqual(
    required.map(() => 'PASS'),
  );
});
