/**
 * `npm run parsers -- FOLDER`: for every template of a folder, which parsers of vLLM and SGLang read its calls and its
 * reasoning, as a table in Markdown: the first name that each program has for it, a dash where the template shows none.
 * Into `docs/parsers.md` goes what it prints.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { open } from '../server/src/certify/certify.ts';
import {
  fittingReasoningParsers,
  fittingToolCallParsers,
  sampledCalls,
  sampledReasoning,
} from '../server/src/certify/parsers/fit.ts';
import { RenderStopped, type Subject } from '../server/src/certify/subject.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run parsers -- FOLDER');
  process.exit(2);
}

/** Null where the template shows none. */
const kinds: readonly ((
  subject: Subject,
) => ReturnType<typeof fittingToolCallParsers | typeof fittingReasoningParsers> | null)[] = [
  (subject) => {
    const turns = sampledCalls(subject);
    return turns.length === 0 ? null : fittingToolCallParsers(turns);
  },
  (subject) => {
    const turn = sampledReasoning(subject);
    return turn && fittingReasoningParsers(turn);
  },
];

console.log('| template | tool calls | reasoning |\n| --- | --- | --- |');
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.jinja')) continue;
  const source = readFileSync(path.join(folder, file), 'utf8');
  const { subject } = open({ source, tokenizer: null, tokenizerInfo: null });
  if (subject === null) continue;
  const cells = cellsOf(subject);
  if (cells.some((cell) => cell !== '–'))
    console.log(`| ${path.basename(file, '.jinja')} | ${cells.join(' | ')} |`);
}

function cellsOf(subject: Subject): string[] {
  try {
    return kinds.map((fittingIn) => {
      const fitting = fittingIn(subject);
      return fitting === null ? '–' : firstNames(fitting) || '**none**';
    });
  } catch (stopped) {
    if (!(stopped instanceof RenderStopped)) throw stopped;
    return kinds.map(() => '–');
  }
}

/** By program; once where both call it the same. */
function firstNames(parsers: readonly { vllm: readonly string[]; sglang: readonly string[] }[]): string {
  return [
    ...new Set(parsers.flatMap(({ vllm, sglang }) => [...vllm.slice(0, 1), ...sglang.slice(0, 1)])),
  ].join(', ');
}
