import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { INITIAL, parseRawGrammar, Registry } from 'vscode-textmate';
import type { IGrammar } from 'vscode-textmate';
import { beforeAll, describe, expect, it } from 'vitest';

const fixture = (name: string) => new URL(`../test-fixtures/textmate/${name}`, import.meta.url);
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

let grammar: IGrammar;

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await loadWASM(readFileSync(wasm));
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async () =>
      parseRawGrammar(read('chat-template.tmLanguage.json'), 'chat-template.tmLanguage.json'),
  });
  const loaded = await registry.loadGrammar('text.chat-template');
  if (!loaded) throw new Error('The grammar does not load.');
  grammar = loaded;
});

/** Each line of the text, and below it one line for each scoped part: its columns, its text, its scopes. */
function scopesOf(text: string): string {
  const lines: string[] = [];
  let state = INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    lines.push(`>${line}`);
    for (const { startIndex, endIndex, scopes } of tokens) {
      const names = scopes.slice(1).map((scope) => scope.replace(/\.chat-template$/, ''));
      const part = line.slice(startIndex, endIndex);
      if (names.length && part.trim()) lines.push(`  ${part.trim()}  <- ${names.join(' ')}`);
    }
  }
  return lines.join('\n') + '\n';
}

describe('TextMate grammar', () => {
  it.each(['tour', 'broken'])('gives %s.jinja its scopes', async (name) => {
    const scopes = scopesOf(readFileSync(fixture(`${name}.jinja`), 'utf8'));
    await expect(scopes).toMatchFileSnapshot(fixture(`${name}.scopes`).pathname);
  });

  it('names every tag that the tree-sitter grammar knows', () => {
    const keywords = new Set(
      [...read('tree-sitter/grammar.js').matchAll(/(?:[bB]odyTag|[tT]ag)\(\s*\$,\s*'(\w+)'/g)].map(
        (match) => match[1],
      ),
    );
    expect(keywords.size).toBeGreaterThan(15);
    for (const keyword of keywords) {
      expect(scopesOf(`{% ${keyword} x %}`), keyword).not.toContain('invalid');
    }
  });
});
