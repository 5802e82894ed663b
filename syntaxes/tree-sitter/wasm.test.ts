import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url));

it('has a parser and a wasm that were built from this grammar and this scanner (else run build.sh)', () => {
  const locked = JSON.parse(read('wasm.lock.json').toString()) as Record<string, string>;
  expect(Object.keys(locked)).toEqual(['grammar.js', 'src/scanner.c', 'src/parser.c', 'chat_template.wasm']);
  const now = Object.keys(locked).map((name) => [
    name,
    createHash('sha256').update(read(name)).digest('hex'),
  ]);
  expect(Object.fromEntries(now)).toEqual(locked);
});
