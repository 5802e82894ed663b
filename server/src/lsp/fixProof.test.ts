import { expect, test } from 'vitest';
import type { Fix, PropertyResult, RenderChange, Verdict } from '../../../protocol/certification.ts';
import { fixTitle } from './codeActions.ts';
import { proofMarkdown } from './fixProof.ts';

const source = 'one\n{%- if loop.last %}\nthree\n';
const start = source.indexOf('loop.last');

const fix: Fix = {
  title: 'Replace the condition by `true`',
  finding: 0,
  edits: [{ span: { start, end: start + 'loop.last'.length }, text: 'true' }],
  repairs: [{ property: 'append.tool', before: 'FAIL', after: 'PASS' }],
  changes: [],
  compared: 40,
};

const property = (id: string, verdict: Verdict): PropertyResult => ({
  id,
  verdict,
  level: 'text',
  renders: 2,
  conversations: 1,
  kwargs: [],
  witness: null,
  byDesign: false,
  message: null,
});

const change = (trajectory: string, before: string, after: string): RenderChange => ({
  trajectory,
  request: {
    conversation: { messages: [], tools: null, documents: null, kwargs: { enable_thinking: false } },
    addGenerationPrompt: true,
  },
  before,
  after,
});

const proof = (changes: readonly RenderChange[] = []) =>
  proofMarkdown({
    fix: { ...fix, changes },
    templateName: 'chat_template.jinja',
    source,
    properties: [property('append.tool', 'FAIL'), property('append.user', 'PASS')],
    tokenizer: null,
  });

test('a title says what is repaired and what it costs', () => {
  expect(fixTitle(fix)).toBe(
    'Replace the condition by `true`: append.tool passes, none of 40 ordinary renders changes',
  );
  const repairs = [...fix.repairs, { property: 'append.user', before: 'FAIL', after: 'PASS' } as const];
  expect(fixTitle({ ...fix, repairs, changes: [change('t', 'a', 'b')] })).toBe(
    'Replace the condition by `true`: append.tool, append.user pass, 1 of 40 ordinary renders changes',
  );
});

test('a proof shows the edit, the verdicts, and that no render changes', () => {
  expect(proof()).toMatchInlineSnapshot(`
    "# Replace the condition by \`true\`

    The whole certificate was run on the edited text; on text alone, as no tokenizer was there.

    ## The edit

    \`\`\`diff
    --- chat_template.jinja	before
    +++ chat_template.jinja	after
    @@ -1,3 +1,3 @@
     one
    -{%- if loop.last %}
    +{%- if true %}
     three
    \`\`\`

    ## Verdicts

    | property | before | after |
    | --- | --- | --- |
    | **append.tool** | FAIL | **PASS** |
    | append.user | PASS | PASS |

    ## Ordinary renders

    None of the 40 renders that were compared changes.
    "
  `);
});

test('renders that change are shown as differences', () => {
  expect(proof([change('one-tool', 'a\n```\nb\n', 'a\n```\nc\n')])).toContain(
    '### one-tool (add_generation_prompt, enable_thinking=false)\n\n````diff\n',
  );
});

test('many of them are named only', () => {
  const changes = Array.from({ length: 30 }, (_, i) => change(`t${i}`, 'a\n', 'b\n'));
  const text = proof(changes);
  expect(text).toContain('30 of the 40 renders that were compared change:');
  expect(text).toContain('And 18 more:\n\n- t12 (');
});
