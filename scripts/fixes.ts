/**
 * Every fix that is offered over a folder of templates, applied and certified anew: each must repair what it claims,
 * and worsen nothing. Exit code 1 where one does not.
 * usage: npm run fixes -- FOLDER [PREFIX]
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Certification, Fix, PropertyResult } from '../protocol/certification.ts';
import { certify, certifyFully } from '../server/src/certify/index.ts';
import { applyEdits, proveFixes } from '../server/src/fix/index.ts';

const [folder, prefix = ''] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run fixes -- FOLDER [PREFIX]');
  process.exit(2);
}

const rank: Readonly<Record<PropertyResult['verdict'], number>> = {
  PASS: 0,
  'NOT-REPRODUCIBLE': 1,
  UNSUPPORTED: 2,
  FAIL: 3,
};
const counts = new Map<string, number>();
let wrong = 0;

for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.jinja') || !file.startsWith(prefix)) continue;
  const input = {
    source: readFileSync(path.join(folder, file), 'utf8'),
    tokenizer: null,
    tokenizerInfo: null,
  };
  const certified = certifyFully(input);
  const { certification } = certified;
  for (const fix of proveFixes(input, certified)) {
    const { code } = certification.findings[fix.finding]!;
    const after = certify({ ...input, source: applyEdits(input.source, fix.edits) });
    const complaints = complaintsOf(fix, certification, after);
    counts.set(code, (counts.get(code) ?? 0) + 1);
    wrong += complaints.length > 0 ? 1 : 0;
    const repairs = fix.repairs.map(({ property }) => property).join(' ');
    const changed = `${fix.changes.length}/${fix.compared}`;
    console.log([file, code, fix.title, repairs, changed, ...complaints].join('\t'));
  }
}
console.log();
for (const [code, count] of [...counts].sort()) console.log(`${code}\t${count}`);
console.log(`wrong\t${wrong}`);
process.exitCode = wrong === 0 ? 0 : 1;

/** What an independent certificate says against a fix. */
function complaintsOf({ repairs }: Fix, before: Certification, after: Certification): string[] {
  const verdictOf = (id: string) => after.properties.find((result) => result.id === id)?.verdict;
  const unkept = repairs.filter(({ property }) => verdictOf(property) !== 'PASS');
  const worse = before.properties.filter(({ id, verdict }) => rank[verdictOf(id) ?? 'FAIL'] > rank[verdict]);
  return [
    ...unkept.map(({ property }) => `CLAIMS ${property}`),
    ...worse.map(({ id }) => `WORSENS ${id}`),
    ...(after.findings.length > before.findings.length ? ['MORE FINDINGS'] : []),
  ];
}
