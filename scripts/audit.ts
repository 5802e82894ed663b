/**
 * The published audit, and the wider properties beside it, over any folder of templates, on text.
 * usage: npm run audit -- FOLDER [PREFIX]
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { certify } from '../server/src/certify/index.ts';
import { properties as registered } from '../server/src/certify/properties/registry.ts';

const [folder, prefix = ''] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run audit -- FOLDER [PREFIX]');
  process.exit(2);
}

const ids = registered.map(({ id }) => id);
const counts = new Map<string, number>();
console.log(['template', ...ids].join('\t'));
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.jinja') || !file.startsWith(prefix)) continue;
  const source = readFileSync(path.join(folder, file), 'utf8');
  const { properties, findings } = certify({ source, tokenizer: null, tokenizerInfo: null });
  const verdicts = ids.map((id) => {
    const result = properties.find((property) => property.id === id);
    const verdict = result === undefined ? 'STOPPED' : result.byDesign ? 'FAIL (by design)' : result.verdict;
    counts.set(`${id} ${verdict}`, (counts.get(`${id} ${verdict}`) ?? 0) + 1);
    return result?.message ? `${verdict}: ${result.message.slice(0, 60)}` : verdict;
  });
  const stopped = properties.length === 0 ? findings.map(({ message }) => message) : [];
  console.log([file, ...verdicts, ...stopped].join('\t'));
}
console.log();
for (const [key, count] of [...counts].sort()) console.log(`${key}\t${count}`);
