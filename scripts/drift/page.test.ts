import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { families, head, sectionOf } from './page.ts';

const committed = readFileSync(join(import.meta.dirname, '../../docs/drift.md'), 'utf8');

describe('docs/drift.md (after a change of templates, parser or perturbations: `npm run drift`)', () => {
  it('begins and ends with what is generated', () => {
    expect(committed.startsWith(head)).toBe(true);
    expect(committed.match(/^## .*$/gm)).toEqual(families.map((family) => `## ${family}`));
  });

  it.each(families)('%s', { timeout: 60_000 }, async (family) => {
    expect(committed).toContain(await sectionOf(family));
  });
});
