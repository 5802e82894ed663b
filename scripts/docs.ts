/** `npm run docs`: writes the reference pages and removes those of rules and properties that are gone. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { referencePages } from './docs/pages.ts';

const root = join(import.meta.dirname, '..');
const pages = referencePages();

for (const folder of ['docs/rules', 'docs/properties'])
  rmSync(join(root, folder), { recursive: true, force: true });
for (const [path, text] of pages) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
console.log(`${pages.size} pages`);
