/**
 * A worker whose certifier does what words in the template say: the server's tests are about time, order and
 * failure, not about templates.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type {
  Certification,
  Finding,
  Fix,
  PropertyResult,
  Verdict,
} from '../../../../protocol/certification.ts';
import type { ToWorker } from '../../../../protocol/worker.ts';
import { TokenizerError } from '../../tokenizer/types.ts';
import type { Tokenizer, TokenizerFiles } from '../../tokenizer/types.ts';
import type { CertifyInput } from '../../certify/index.ts';
import { judgeAnswers } from '../../rules/ct003PythonDisagrees.ts';
import type { Certifier, ViewInput } from '../../worker/certifier.ts';
import { serveJobs } from '../../worker/serve.ts';
import type { TokenizerHost } from '../../worker/tokenizerCache.ts';

const certifier: Certifier = {
  certify(input) {
    obey(input);
    const start = input.source.indexOf('rewrites');
    const tokenizer = input.tokenizerInfo;
    const off = input.settings?.severities?.['CT101'] === 'off';
    const findings = start < 0 || off ? [] : [rewrites(start, tokenizer?.sha256 ?? 'text')];
    const properties = [property('append.tool', start < 0 ? 'PASS' : 'FAIL')];
    return { ...EMPTY, tokenizer, properties, findings };
  },
  proveFixes({ source }) {
    const start = source.indexOf('rewrites');
    if (start < 0) return [];
    return [
      {
        title: 'Keep history',
        finding: 0,
        edits: [{ span: { start, end: start + 8 }, text: 'keeps' }],
        repairs: [{ property: 'append.tool', before: 'FAIL', after: 'PASS' }],
        changes: [],
        compared: 7,
      } satisfies Fix,
    ];
  },
  tokenDiff: (input, choice) =>
    shown({
      kind: 'token-diff',
      ...viewOf(input),
      level: 'text',
      property: choice ?? 'append.tool',
      title: 'Token diff',
      explanation: '',
      preserved: true,
      before: { title: 'before', request: REQUEST, text: '', tokens: [] },
      after: { title: 'after', request: REQUEST, text: '', tokens: [] },
      stretches: [],
      divergence: null,
      choices: [],
      choice: choice ?? 'append.tool',
    }),
  toolDelta: (input, toolResult = 'sunny') =>
    shown({
      kind: 'tool-delta',
      ...viewOf(input),
      toolResult,
      toolName: 'weather',
      outcome: { ok: false, reason: 'nothing to show', span: null },
    }),
  tokens: (input) => ({ ok: false, reason: `there are no tokens of ${input.templateName}` }),
  roundTrip: (input) => ({ ok: false, reason: `there is no round trip of ${input.templateName}` }),
  titoKit: (input) => ({ ok: false, reason: `there is no kit of ${input.templateName}` }),
  certificate: (input) => {
    obey(input);
    return { ok: false, reason: `there is no certificate of ${input.templateName}` };
  },
  testCases: () => [],
  rendersToConfirm: (input) => {
    obey(input);
    return shown([{ request: REQUEST, context: '{}', ours: { kind: 'rendered' as const, text: 'fine' } }]);
  },
  judge: ({ source }, answers) => shown(judgeAnswers(source, null, answers)),
  compareEngines: ({ source }) => {
    const start = source.indexOf('differs');
    const finding = { ...rewrites(start, 'engine'), code: 'CT802', message: 'another engine differs' };
    return shown({ ran: ['fake 1.0'], renders: 3, findings: start < 0 ? [] : [finding] });
  },
};

const shown = <Model>(model: Model) => ({ ok: true as const, model });

const REQUEST = {
  conversation: { messages: [], tools: null, documents: null, kwargs: {} },
  addGenerationPrompt: false,
};

const EMPTY: Certification = {
  templateSha256: '',
  tokenizer: null,
  properties: [],
  findings: [],
  timing: { parse: 0, render: 0, encode: 0, compare: 0 },
};

function obey({ source, interrupted }: CertifyInput): void {
  if (source.includes('throws')) throw new Error('the certifier has a fault');
  if (source.includes('spins')) while (!interrupted?.()) continue;
  if (source.includes('hangs')) for (;;) continue;
  if (source.includes('grows'))
    for (const heap: string[][] = []; ;) heap.push(new Array<string>(1e6).fill('x'));
}

function rewrites(start: number, seenBy: string): Finding {
  return {
    code: 'CT101',
    severity: 'error',
    message: `history is rewritten (${seenBy})`,
    span: { start, end: start + 8 },
    related: [{ span: { start: 0, end: 1 }, message: 'it began here' }],
    payload: { seenBy },
  };
}

function property(id: string, verdict: Verdict): PropertyResult {
  const counts = { renders: 2, conversations: 1, kwargs: [] };
  return { id, verdict, level: 'text', ...counts, witness: null, byDesign: false, message: null };
}

function viewOf({ templateUri, templateName, tokenizerInfo }: ViewInput) {
  return { templateUri, templateName, tokenizer: tokenizerInfo?.source ?? null };
}

/** `{"slow": 300}` takes 300 ms to load. */
const tokenizers: TokenizerHost = {
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  async find({ chosen, templatePath, base }) {
    const folder = chosen ? join(base ?? '/', chosen) : dirname(templatePath ?? '');
    const text = await readFile(join(folder, 'tokenizer.json'), 'utf8').catch(() => null);
    if (text === null)
      return { found: false, asked: chosen !== null, reason: `There is no tokenizer.json in ${folder}.` };
    const files = { tokenizer: text, tokenizerConfig: null, generationConfig: null, specialTokensMap: null };
    return { found: true, source: folder, folder, files };
  },
  load({ tokenizer }) {
    const { slow = 0 } = parsed(tokenizer);
    const end = performance.now() + slow;
    while (performance.now() < end) continue;
    return fakeTokenizer(tokenizer);
  },
};

function parsed(text: string): { slow?: number } {
  try {
    return JSON.parse(text) as { slow?: number };
  } catch (error) {
    throw new TokenizerError(error instanceof Error ? error.message : String(error), 'tokenizer.json');
  }
}

function fakeTokenizer(text: TokenizerFiles['tokenizer']): Tokenizer {
  return {
    sha256: text,
    vocabularySize: text.length,
    addedTokens: [],
    specialTokens: {},
    eosIds: [],
    eosFiles: [],
    generationEosIds: null,
    postProcessing: { before: [], after: [], trimsOffsets: false },
    warnings: [],
    encode: () => ({ ids: new Int32Array(), starts: new Int32Array(), ends: new Int32Array() }),
    decode: () => '',
    tokenBytes: () => null,
    addedTokenId: () => null,
  };
}

const port = parentPort;
const serve = serveJobs({
  certifier,
  tokenizers,
  engines: () => Promise.resolve({ engines: [], failures: ['other: it is not installed'] }),
  clock: () => performance.now(),
  post: (message) => port?.postMessage(message),
});
port?.on('message', (message: ToWorker) => void serve(message));
