import type { Finding, Span } from '../../../protocol/certification.ts';
import { sameProgram } from '../jinja/syntax/sameProgram.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { TemplateCopy } from '../tokenizer/index.ts';
import { defineRule } from './rule.ts';
import { wholeTemplate } from './wording.ts';

export interface CopyPayload {
  /** The file that holds the other text, in the model's folder. */
  readonly file: string;
  /** Where the texts part, from 1; in this template. */
  readonly line: number;
}

export const ct951Copies = defineRule<CopyPayload>({
  code: 'CT951',
  title: 'A copy of the template says something else',
  by: ['static'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `The model's folder holds this template twice, with two texts: in \`chat_template.jinja\` and in
\`tokenizer_config.json\`, or in a GGUF file beside them. Programs do not agree which of them to take. \`transformers\` takes
the \`.jinja\` file where there is one; llama.cpp's converter looks into the config first, and what it wrote into a GGUF file
stays there whatever is edited afterwards. So a model is trained with one template and served with the other, and no
error is ever raised. Line ends, and one at the end of the file, do not count: no renderer sees them; nor do comments, where
both are the same program.`,
  repair:
    'Keep the template in one file, or write the same text to all; convert a GGUF file again, or set its `tokenizer.chat_template`.',
});

/** Where other copies of a template part from it. */
export function copyFindings(source: string, copies: readonly TemplateCopy[]): Finding[] {
  return copies.flatMap((copy) => {
    const at = divergence(source, copy.source);
    if (at === null || sameProgram(source, copy.source)) return [];
    const { line } = new LineIndex(source).positionOf(at);
    return [
      {
        code: 'CT951',
        severity: 'error',
        message: `${copy.file} holds another text of this template, from line ${line} on: ${takenBy(copy.file)}`,
        span: lineAt(source, at),
        related: [],
        payload: { file: copy.file, line } satisfies CopyPayload,
      },
    ];
  });
}

function takenBy(file: string): string {
  if (file.endsWith('.gguf')) return 'llama.cpp renders that one.';
  if (file.endsWith('.jinja')) return '`transformers` renders that one.';
  return "llama.cpp's converter, and whoever reads only the config, takes that one.";
}

/** UTF-16 offset in `source`; null where renderers see the same. */
function divergence(source: string, other: string): number | null {
  const [ours, theirs] = [seen(source), seen(other)];
  if (ours === theirs) return null;
  let at = 0;
  while (at < ours.length && ours[at] === theirs[at]) at++;
  // Back to where that is in the text as it is written.
  let written = 0;
  for (let left = at; left > 0; left--) written += source.startsWith('\r\n', written) ? 2 : 1;
  return written;
}

/** Jinja reads every line end as one, and leaves out the last. */
const seen = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\n$/, '');

function lineAt(source: string, offset: number): Span {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const { end } = wholeTemplate(source.slice(start));
  return end === 0 ? wholeTemplate(source) : { start, end: start + end };
}
