/**
 * `npm run corpus -- FOLDER [--conversations FILE] [--python COMMAND] [--only PART-OF-NAME]`
 *
 * Renders every template of a folder with every conversation, in our engine and in live Python, and prints where
 * they differ: text, error class and message, `generation` spans. Also holds the traced render to the plain one.
 * Exit code 1 where anything differs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PythonBridge, type PythonAnswer } from '../server/src/host/pythonBridge.ts';
import { load, type Rendered } from '../server/src/jinja/index.ts';
import { dumps, loads } from '../server/src/jinja/json/index.ts';
import { print } from '../server/src/jinja/values/print.ts';
import { Dict } from '../server/src/jinja/values/types.ts';
import { codePointIndex } from '../server/src/jinja/values/codepoints.ts';
import { traceFaults } from './corpus/traceFaults.ts';

const NOW = '2025-07-10T12:00:00';
const CONVERSATIONS = join(import.meta.dirname, '../test-fixtures/conformance/conversations.json');

interface Outcome {
  /** What both have to agree on. */
  readonly text: string;
  readonly generation: string;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { conversations: { type: 'string' }, python: { type: 'string' }, only: { type: 'string' } },
  });
  const [folder] = positionals;
  if (folder === undefined || !existsSync(folder)) {
    console.error('Usage: npm run corpus -- FOLDER [--conversations FILE] [--python COMMAND] [--only NAME]');
    return 2;
  }
  const contexts = readContexts(values.conversations ?? CONVERSATIONS);
  const script = join(import.meta.dirname, '../server/python/render.py');
  const bridge = new PythonBridge({ python: values.python ?? 'python3', script });
  const versions = await bridge.versions();
  const names = readdirSync(folder).filter(
    (name) => /\.(jinja2?|j2)$/.test(name) && name.includes(values.only ?? ''),
  );
  console.log(`${names.length} templates, ${contexts.length} conversations, Jinja2 ${versions.jinja2}\n`);
  const differences: string[] = [];
  for (const name of names.sort()) {
    const source = readFileSync(join(folder, name), 'utf8');
    for (const { label, context } of contexts) {
      const cause = await compareOnce(bridge, source, context);
      if (cause !== null) differences.push(`${name}\t${label}\t${cause}`);
    }
  }
  bridge.dispose();
  report(differences, names.length * contexts.length);
  return differences.length === 0 ? 0 : 1;
}

function readContexts(file: string): { label: string; context: Dict }[] {
  const conversations = loads(readFileSync(file, 'utf8'));
  if (!(conversations instanceof Dict)) throw new Error(`${file}: not a JSON object of contexts`);
  return [...conversations.map].map(([label, context]) => {
    if (!(context instanceof Dict)) throw new Error(`${file}: ${String(label)} is not an object`);
    return { label: String(label), context };
  });
}

/** What differs, or null. */
async function compareOnce(bridge: PythonBridge, source: string, context: Dict): Promise<string | null> {
  const expected = outcomeOfPython(
    await bridge.render({ template: source, context: print(dumps(context)), now: NOW }),
  );
  const { program, error } = load(source);
  if (program === null) return difference(`${error.type}: ${error.message}`, expected.text);
  const plain = program.render(context, { now: new Date(NOW) });
  const traced = program.render(context, { now: new Date(NOW), traced: true });
  return (
    difference(outcomeOf(plain).text, expected.text) ??
    difference(outcomeOf(traced).text, expected.text, 'traced: ') ??
    difference(outcomeOf(traced).generation, expected.generation, 'generation: ') ??
    traceFaults(traced, context)
  );
}

function outcomeOf(rendered: Rendered): Outcome {
  if (!rendered.ok) return { text: `${rendered.error.type}: ${rendered.error.message}`, generation: '' };
  const spans = rendered.trace?.generation() ?? [];
  const inCodePoints = spans.map(({ start, end }) => [
    codePointIndex(rendered.text, start),
    codePointIndex(rendered.text, end),
  ]);
  return { text: rendered.text, generation: JSON.stringify(inCodePoints) };
}

function outcomeOfPython(answer: PythonAnswer): Outcome {
  switch (answer.kind) {
    case 'rendered':
      return { text: answer.text, generation: JSON.stringify(answer.generation) };
    case 'failed':
      return { text: `${answer.error.type}: ${answer.error.message}`, generation: '' };
    case 'stopped':
      return { text: answer.reason, generation: '' };
  }
}

const AROUND = 30;

function difference(ours: string, theirs: string, label = ''): string | null {
  const [a, b] = [withoutAddresses(ours), withoutAddresses(theirs)];
  if (a === b) return null;
  let at = 0;
  while (a[at] === b[at]) at++;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - AROUND), at + AROUND));
  return `${label}at ${at}: ours ${part(a)}, Python's ${part(b)}`;
}

/** Where an object lies in memory is of no matter. */
const withoutAddresses = (text: string) => text.replace(/0x[0-9a-f]{6,}/g, '0x');

function report(differences: readonly string[], total: number): void {
  for (const line of differences) console.log(line);
  console.log(`\n${total - differences.length} of ${total} renders agree.`);
}

process.exitCode = await main();
