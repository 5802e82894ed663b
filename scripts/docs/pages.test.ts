import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referencePages } from './pages.ts';

const root = join(import.meta.dirname, '../..');
const committed = ['docs/rules', 'docs/properties'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
);

describe('the reference pages (after a change of a registry: `npm run docs`)', () => {
  it('are those of the registries, no more and no fewer', () => {
    expect(committed.sort()).toEqual([...referencePages().keys()].sort());
  });

  it.each([...referencePages()])('%s says what the registry says', (path, text) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  });
});
