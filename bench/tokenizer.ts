import { Tokenizer as StockLibrary } from '@huggingface/tokenizers';
import { loadTokenizer } from '../server/src/tokenizer/index.ts';
import { fileDocuments, languageDocuments } from '../scripts/tokenizers/documents.ts';
import { fixtureRequire, tokenizerFiles } from '../scripts/tokenizers/packages.ts';

/**
 * Loading and encoding by this project, by the common JavaScript library and by the official Rust library, in turns in
 * the same run: `bench tokenizer [NAME...]`. Medians of wall time; ratios tell more than milliseconds on a busy machine.
 */
const ROUNDS = 15;

interface Contender {
  readonly name: string;
  readonly load: () => Promise<(text: string) => unknown>;
}

interface Rust {
  Tokenizer: { fromString(json: string): { encode(text: string): Promise<{ getIds(): number[] }> } };
}

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : ['qwen3', 'llama3_2', 'gptoss', 'gemma3']) await measure(name);

async function measure(name: string): Promise<void> {
  const files = tokenizerFiles(name);
  const contenders: Contender[] = [
    {
      name: 'ours',
      load: async () => {
        const tokenizer = await loadTokenizer(files);
        return (text) => tokenizer.encode(text).ids;
      },
    },
    {
      name: 'js library',
      load: () => {
        const library = new StockLibrary(JSON.parse(files.tokenizer) as object, {});
        return Promise.resolve((text: string) => library.encode(text, { add_special_tokens: false }).ids);
      },
    },
    {
      name: 'rust',
      load: () => {
        const library = (fixtureRequire('tokenizers') as Rust).Tokenizer.fromString(files.tokenizer);
        return Promise.resolve(async (text: string) => (await library.encode(text)).getIds());
      },
    },
  ];
  console.log(`\n${name}`);
  const loaded = await loading(contenders);
  for (const [label, text] of texts()) {
    const slowLibrary = label.startsWith('one million');
    const cold: number[] = [];
    const warm: number[][] = contenders.map(() => []);
    for (let round = 0; round < (text.length > 500_000 ? 3 : ROUNDS); round++) {
      for (const [at, encode] of loaded.entries()) {
        if (slowLibrary && contenders[at]!.name === 'js library') continue;
        const elapsed = await timed(() => encode(text));
        if (round === 0) cold[at] = elapsed;
        else warm[at]!.push(elapsed);
      }
    }
    report(`${label}, first`, contenders, (at) => cold[at] ?? NaN);
    report(`${label}, again`, contenders, (at) => median(warm[at]!));
  }
}

async function loading(contenders: readonly Contender[]): Promise<((text: string) => unknown)[]> {
  const times: number[][] = contenders.map(() => []);
  const loaded: ((text: string) => unknown)[] = [];
  for (let round = 0; round < 3; round++) {
    for (const [at, contender] of contenders.entries()) {
      times[at]!.push(await timed(async () => (loaded[at] = await contender.load())));
    }
  }
  report('load', contenders, (at) => median(times[at]!));
  return loaded;
}

function texts(): [string, string][] {
  const prose = fileDocuments(1_200_000).join('\n');
  const mixed = [...languageDocuments().slice(0, 12), prose].join('\n');
  return [
    ['1 kB', prose.slice(5_000, 6_000)],
    ['22 kB chat', chat(prose, 22_000)],
    ['1 MB', mixed.slice(0, 1_000_000)],
    ['one million a', 'a'.repeat(1_000_000)],
  ];
}

/** A conversation of turns, half of them a tool's JSON. */
function chat(prose: string, length: number): string {
  let text = '';
  for (let turn = 0; text.length < length; turn++) {
    const content = prose.slice(40_000 + turn * 700, 40_000 + turn * 700 + 600);
    text += `<|im_start|>${turn % 2 === 0 ? 'user' : 'assistant'}\n`;
    text +=
      turn % 2 === 0
        ? content
        : JSON.stringify({ name: 'search', arguments: { query: content, limit: turn } });
    text += '<|im_end|>\n';
  }
  return text.slice(0, length);
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((first, second) => first - second)[values.length >> 1] ?? NaN;
}

function report(label: string, contenders: readonly Contender[], timeOf: (at: number) => number): void {
  const ours = timeOf(0);
  const cells = contenders.map(({ name }, at) => {
    const time = timeOf(at);
    const ratio = at === 0 || Number.isNaN(time) ? '' : ` (${(time / ours).toFixed(1)}x)`;
    return `${name} ${Number.isNaN(time) ? '-' : `${time.toFixed(2)} ms`}${ratio}`;
  });
  console.log(`  ${label.padEnd(22)} ${cells.join('   ')}`);
}
