/** Writes wasm.lock.json: the hashes of the parser's sources and of the wasm built from them. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

export const LOCKED_FILES = ['grammar.js', 'src/scanner.c', 'src/parser.c', 'chat_template.wasm'];

/** File name to sha256, of the files as they are now. */
export function hashes() {
  return Object.fromEntries(
    LOCKED_FILES.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(new URL(name, import.meta.url)))
        .digest('hex'),
    ]),
  );
}

if (import.meta.url === `file://${process.argv[1]}` || process.argv[1]?.endsWith('lock.mjs')) {
  writeFileSync(new URL('wasm.lock.json', import.meta.url), JSON.stringify(hashes(), null, 2) + '\n');
}
