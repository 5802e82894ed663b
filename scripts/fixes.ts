/**
 * Every fix that is offered over a folder of templates, applied and certified anew: each must repair what it claims,
 * and worsen nothing. Exit code 1 where one does not.
 * usage: npm run fixes -- FOLDER [--prefix NAME] [--shard i/n] [--kept FILE]... [--markdown]
 * `--kept`: JSON lines of templates that were looked at before and are the same; what is new goes to the first.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { sha256 } from '../server/src/text/sha256.ts';
import { tallyOf, tallyTable } from './fixes/tally.ts';
import { triedFixes, type Tried } from './fixes/tried.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    prefix: { type: 'string', default: '' },
    shard: { type: 'string', default: '1/1' },
    kept: { type: 'string', multiple: true, default: [] },
    markdown: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
const [part, parts] = values.shard.split('/').map(Number);
if (folder === undefined || !(part! >= 1 && part! <= parts!)) {
  console.error('usage: npm run fixes -- FOLDER [--prefix NAME] [--shard i/n] [--kept FILE]... [--markdown]');
  process.exit(2);
}

const kept = new Map(values.kept.filter((file) => existsSync(file)).flatMap(readKept));
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.jinja') && file.startsWith(values.prefix))
  .sort()
  .filter((_, index) => index % parts! === part! - 1);

const looked = files.map((file): Tried => {
  const source = readFileSync(path.join(folder, file), 'utf8');
  const known = kept.get(`${file} ${sha256(source)}`);
  if (known !== undefined) return known;
  const tried = triedFixes(file, source, () => performance.now());
  if (values.kept[0] !== undefined) appendFileSync(values.kept[0], `${JSON.stringify(tried)}\n`);
  for (const { code, title, repairs, changed, compared, complaints } of tried.fixes)
    console.log([file, code, title, repairs.join(' '), `${changed}/${compared}`, ...complaints].join('\t'));
  return tried;
});

const tally = tallyOf(looked);
console.log(`\n${tallyTable(tally, values.markdown)}`);
process.exitCode = tally.wrong === 0 ? 0 : 1;

function readKept(file: string): [string, Tried][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Tried)
    .map((tried) => [`${tried.template} ${tried.sha256}`, tried]);
}
