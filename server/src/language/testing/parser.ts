/** What the tests of this folder share: the parser, read from the files of the checkout, and marked text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createTemplateParser } from '../syntaxTree.ts';
import type { SyntaxTree } from '../syntaxTree.ts';

const runtime = createRequire(import.meta.url).resolve('web-tree-sitter/web-tree-sitter.wasm');
const grammar = new URL('../../../../syntaxes/tree-sitter/chat_template.wasm', import.meta.url);

const parser = await createTemplateParser({ runtime: readFileSync(runtime), grammar: readFileSync(grammar) });

export function parse(text: string): SyntaxTree {
  return parser.parse(text);
}

/** Stands for the cursor in the text of a test: `|` is taken by filters. */
export const CURSOR = '█';

/** The text without its mark, and where the mark was. */
export function atCursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf(CURSOR);
  if (offset < 0) throw new Error(`No ${CURSOR} in ${marked}`);
  return { text: marked.slice(0, offset) + marked.slice(offset + CURSOR.length), offset };
}

/** The text with `⟦` and `⟧` around each range. Ranges may nest, not overlap. */
export function marked(
  text: string,
  ranges: readonly { readonly start: number; readonly end: number }[],
): string {
  const marks = [
    ...ranges.map(({ start, end }) => ({ at: start, mark: '⟦', outer: -end })),
    ...ranges.map(({ start, end }) => ({ at: end, mark: '⟧', outer: -start })),
  ].sort((a, b) => a.at - b.at || (a.mark === b.mark ? a.outer - b.outer : a.mark === '⟧' ? -1 : 1));
  let result = '';
  let position = 0;
  for (const { at, mark } of marks) {
    result += text.slice(position, at) + mark;
    position = at;
  }
  return result + text.slice(position);
}
