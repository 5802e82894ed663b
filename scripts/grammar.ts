/**
 * Holds the editor's tree against the engine's parser on every template of a folder, and measures the tree:
 * `node scripts/run.mjs scripts/grammar.ts FOLDER`. Ends with 1 where the two disagree on what is well formed.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from '../server/src/jinja/index.ts';
import { analyse, createTemplateParser, hasSyntaxErrors } from '../server/src/language/index.ts';
import type { SyntaxTree, TemplateParser } from '../server/src/language/index.ts';

const ROUNDS = 31;

const folder = process.argv[2];
if (!folder) throw new Error('usage: node scripts/run.mjs scripts/grammar.ts FOLDER');

const runtime = createRequire(import.meta.url).resolve('web-tree-sitter/web-tree-sitter.wasm');
const grammar = new URL('../syntaxes/tree-sitter/chat_template.wasm', import.meta.url);
const parser = await createTemplateParser({ runtime: readFileSync(runtime), grammar: readFileSync(grammar) });

const templates = readdirSync(folder)
  .filter((name) => /\.(jinja2?|j2)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

let disagreements = 0;
for (const { name, text } of templates) {
  const tree = parser.parse(text);
  const refused = hasSyntaxErrors(tree.root);
  tree.dispose();
  const error = parse(text).error;
  // Unknown filters and the like are no matter of the grammar.
  const refusedByEngine = error?.type === 'TemplateSyntaxError';
  if (refused === refusedByEngine) continue;
  disagreements++;
  console.log(
    `${name}: the tree ${refused ? 'refuses' : 'accepts'} it, the engine says ${error?.message ?? 'nothing'}`,
  );
}
console.log(`${templates.length} templates, ${disagreements} disagreements`);

for (const { name, text } of templates.sort((a, b) => b.text.length - a.text.length).slice(0, 3)) {
  console.log(`\n${name}, ${text.length} characters, ms (median of ${ROUNDS})`);
  for (const [label, ms] of Object.entries(measured(text, parser)))
    console.log(`  ${label.padEnd(28)}${ms.toFixed(3)}`);
}
process.exitCode = disagreements > 0 ? 1 : 0;

function measured(text: string, with_: TemplateParser): Record<string, number> {
  const middle = text.indexOf('message', text.length / 2) + 3;
  const tree = with_.parse(text);
  const fresh = (use: (tree: SyntaxTree) => unknown) => {
    tree.edit([{ start: middle, end: middle, text: 'x' }]);
    const ms = timed(() => use(tree));
    tree.edit([{ start: middle, end: middle + 1, text: '' }]);
    return ms;
  };
  const results = {
    'parse whole': median(() => timed(() => with_.parse(text).dispose())),
    'type one character': median(() => timed(() => tree.edit([{ start: middle, end: middle, text: ' ' }]))),
    'copy the tree': median(() => fresh((each) => each.root)),
    'copy it, and read its names': median(() => fresh(analyse)),
    'parse with the engine': median(() => timed(() => parse(text))),
  };
  tree.dispose();
  return results;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(measure: () => number): number {
  const all = Array.from({ length: ROUNDS }, measure).sort((a, b) => a - b);
  return all[ROUNDS >> 1] ?? 0;
}
