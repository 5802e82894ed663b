/**
 * The published audit, and the wider vector of properties beside it, over any folder of templates, on text.
 * usage: npm run audit -- FOLDER [--prefix NAME] [--markdown]
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Certification, PropertyResult } from '../protocol/certification.ts';
import { certify } from '../server/src/certify/index.ts';
import { properties } from '../server/src/certify/properties/registry.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { prefix: { type: 'string', default: '' }, markdown: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('usage: npm run audit -- FOLDER [--prefix NAME] [--markdown]');
  process.exit(2);
}

const ids = properties.map(({ id }) => id);
const counts = new Map<string, Map<string, number>>();
const rows: string[][] = [];
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.jinja') || !file.startsWith(values.prefix)) continue;
  const source = readFileSync(path.join(folder, file), 'utf8');
  const certification = certify({ source, tokenizer: null, tokenizerInfo: null });
  rows.push([
    path.basename(file, '.jinja').slice(values.prefix.length),
    ...ids.map((id) => verdictOf(certification, id)),
  ]);
}

const table = [['template', ...ids], ...rows];
if (values.markdown) {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const [head, ...body] = table;
  console.log([line(head!), line(head!.map(() => '---')), ...body.map(line)].join('\n'));
} else {
  for (const cells of table) console.log(cells.join('\t'));
}
console.log();
for (const [id, verdicts] of counts) {
  console.log(`${id}: ${[...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`);
}

function verdictOf({ properties: results }: Certification, id: string): string {
  const verdict = shortVerdict(results.find((result) => result.id === id));
  const verdicts = counts.get(id) ?? new Map<string, number>();
  counts.set(id, verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1));
  return verdict;
}

function shortVerdict(result: PropertyResult | undefined): string {
  if (result === undefined) return 'stopped';
  if (result.byDesign) return 'by design';
  return { PASS: 'pass', FAIL: 'FAIL', UNSUPPORTED: '–', 'NOT-REPRODUCIBLE': 'clock' }[result.verdict];
}
