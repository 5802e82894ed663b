/** `npm run drift`: writes the drift tables of the families on npm to `docs/drift.md`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { families, head, sectionOf } from './drift/page.ts';

const sections: string[] = [];
for (const family of families) sections.push(await sectionOf(family));
writeFileSync(
  join(import.meta.dirname, '../docs/drift.md'),
  `${[head.trimEnd(), ...sections].join('\n\n')}\n`,
);
console.log(`${families.length} families`);
