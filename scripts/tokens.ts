/**
 * What the token properties say of the models at hand, each with the template it ships: the table of docs/tokens.md.
 * usage: node scripts/run.mjs scripts/tokens.ts
 */
import { loadTokenizer, templatesInConfig } from '../server/src/tokenizer/index.ts';
import { certifyFully } from '../server/src/certify/certify.ts';
import type { Analysis } from '../server/src/certify/analysis.ts';
import { forge } from '../server/src/certify/properties/forge.ts';
import { seamMerge } from '../server/src/certify/properties/seamMerge.ts';
import { TOKENIZER_NAMES, tokenizerFiles } from './tokenizers/packages.ts';

const told = ['bos.once', 'marker.atomic', 'stop.known', 'delta.concat'] as const;
const word = { PASS: 'holds', FAIL: 'fails', UNSUPPORTED: '–', 'NOT-REPRODUCIBLE': '–' } as const;

const rows = [['model', ...told, 'answers that merge with the prompt', 'tokens that content forges']];
for (const name of TOKENIZER_NAMES) {
  const files = tokenizerFiles(name);
  const [template] = templatesInConfig(files.tokenizerConfig ?? '{}', 'tokenizer_config.json');
  if (template === undefined) continue;
  const { source } = template;
  const tokenizer = await loadTokenizer(files);
  const { certification, analysis } = certifyFully({ source, tokenizer, tokenizerInfo: null });
  const verdictOf = (id: string) => certification.properties.find((result) => result.id === id)!.verdict;
  if (analysis !== null)
    rows.push([name, ...told.map((id) => word[verdictOf(id)]), merging(analysis), forged(analysis)]);
}
console.log(
  [rows[0]!, rows[0]!.map(() => '---'), ...rows.slice(1)].map((row) => `| ${row.join(' | ')} |`).join('\n'),
);

function merging(analysis: Analysis): string {
  const begins = new Set(analysis.factsOf(seamMerge).faults.map(({ data }) => data.probe.begins));
  if (begins.size === 0) return 'none';
  return begins.size > 4 ? `${begins.size} kinds` : [...begins].join(', ');
}

function forged(analysis: Analysis): string {
  const whole = analysis.factsOf(forge).faults.find(({ data }) => data.kind === 'whole');
  return whole === undefined ? 'none' : `${whole.data.tokens.length} of ${whole.data.tried} tried`;
}
