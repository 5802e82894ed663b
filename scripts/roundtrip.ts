/**
 * `npm run roundtrip -- FOLDER [--only PART-OF-NAME] [--all]`
 *
 * Derives the response parser of every template of a folder from its own renders, and prints for which of them a
 * rendered call parses back to equal name and arguments, by the way in which calls are written, with a reason for
 * each other. `--all` prints the turns that fail otherwise too: content or reasoning read elsewhere, another text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { open } from '../server/src/certify/certify.ts';
import {
  asParsed,
  faultOf,
  responseFormatOf,
  roundTrip,
  turnSchemas,
  turnsFor,
  turnTools,
  type ResponseFormat,
} from '../server/src/certify/response/index.ts';
import type { Subject } from '../server/src/certify/subject.ts';
import { user } from '../server/src/conversation/messages.ts';

interface Row {
  readonly file: string;
  /** How calls are written; null where none are. */
  readonly style: ResponseFormat['style'];
  /** `turn: what came back`, of calls alone and of everything. */
  readonly calls: readonly string[];
  readonly others: readonly string[];
  readonly why: string | null;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, all: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('usage: npm run roundtrip -- FOLDER [--only PART-OF-NAME] [--all]');
  process.exit(2);
}

const rows = readdirSync(folder)
  .filter((file) => file.endsWith('.jinja') && file.includes(values.only))
  .sort()
  .map((file) => rowOf(file, readFileSync(path.join(folder, file), 'utf8')));
report(rows);

function rowOf(file: string, source: string): Row {
  const row = (
    style: Row['style'],
    why: string | null,
    calls: string[] = [],
    others: string[] = [],
  ): Row => ({
    file: path.basename(file, '.jinja'),
    style,
    calls,
    others,
    why,
  });
  const { subject, error } = open({ source, tokenizer: null, tokenizerInfo: null });
  if (subject === null) return row(null, error.message);
  const format = responseFormatOf(subject);
  if (format === null) return row(null, 'renders no assistant turn');
  if (format.style === null) {
    return row(null, format.callsRead ? 'renders no calls' : 'calls: not written in a way that is read');
  }
  const faults = [...faultsIn(subject, format), ...unreadIn(format)];
  const isOfCalls = ({ part }: { part: string }) => part === 'calls';
  return row(
    format.style,
    null,
    faults.filter(isOfCalls).map(({ told }) => told),
    faults.filter((fault) => !isOfCalls(fault)).map(({ told }) => told),
  );
}

function faultsIn(subject: Subject, format: ResponseFormat) {
  return turnsFor(format).flatMap((turn) => {
    const place = {
      subject,
      format,
      messages: [user('How warm is it?')],
      tools: turnTools,
      schemas: turnSchemas,
      kwargs: {},
    };
    const wanted = asParsed(turn, format);
    const trip = roundTrip(place, wanted);
    const fault = trip === null ? null : faultOf(trip, wanted);
    return fault === null ? [] : [{ part: fault.part, told: `${turn.id}: ${fault.detail}` }];
  });
}

/** Turns that are not even tried. */
function unreadIn({ unreadable, callsRead }: ResponseFormat) {
  if (!callsRead) return [{ part: 'calls', told: 'calls: not written in a way that is read' }];
  return unreadable.map((type) => ({
    part: 'calls',
    told: `arguments of type ${type}: not written as a value`,
  }));
}

function report(found: readonly Row[]): void {
  const calling = found.filter(({ style }) => style !== null);
  for (const { file, style, calls, others } of calling) {
    const told = values.all ? [...calls, ...others] : calls;
    if (told.length > 0) console.log([`${file} (${style})`, ...told.map((each) => `    ${each}`)].join('\n'));
  }
  console.log('\n| calls written as | templates | read back | everything the same |');
  console.log('| --- | --- | --- | --- |');
  const styles = [...new Set(calling.map(({ style }) => style!))].sort();
  for (const style of styles)
    console.log(
      line(
        style,
        calling.filter((row) => row.style === style),
      ),
    );
  console.log(line('all', calling));
  const without = found.filter(({ style }) => style === null);
  const reasons = [...new Set(without.map(({ why }) => why!))];
  console.log(`\n${without.length} templates without calls:`);
  for (const reason of reasons) {
    const named = without.filter(({ why }) => why === reason).map(({ file }) => file);
    console.log(`  ${reason}: ${named.length}${named.length > 10 ? '' : ` (${named.join(', ')})`}`);
  }
}

function line(label: string, of: readonly Row[]): string {
  const read = of.filter(({ calls }) => calls.length === 0).length;
  const same = of.filter(({ calls, others }) => calls.length + others.length === 0).length;
  const share = (count: number) => `${count} (${((100 * count) / of.length).toFixed(1)} %)`;
  return `| ${label} | ${of.length} | ${share(read)} | ${share(same)} |`;
}
