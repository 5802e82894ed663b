import { expect, test } from 'vitest';
import { certifyFully } from '../certify/certify.ts';
import { model } from '../testing/certifying.ts';
import { applyEdits } from './edits.ts';
import { proveFixes } from './prove.ts';

const kept = `{%- for message in messages %}
    {{- '<|' + message.role + '|>' }}
    {%- if message.role == 'assistant' and message.reasoning_content %}
        {%- if loop.last %}
            {{- '<think>' + message.reasoning_content + '</think>' }}
        {%- endif %}
    {%- endif %}
    {{- (message.content or '') + '<|end|>' }}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}
`;

function fixesOf(source: string) {
  const input = { source, tokenizer: null, tokenizerInfo: null };
  const certified = certifyFully(input);
  const index = certified.certification.findings.findIndex(({ code }) => code === 'CT101');
  return proveFixes(input, certified).filter(({ finding }) => finding === index);
}

test('a condition has its constant first, then the block without its tags, then both behind a variable', () => {
  const fixes = fixesOf(kept);
  expect(fixes.map(({ title }) => title)).toEqual([
    'Replace the condition `loop.last` by `true`',
    'Make the block unconditional',
    'Only where `preserve_thinking` is passed: Replace the condition `loop.last` by `true`',
  ]);
  const spliced = applyEdits(kept, fixes[1]!.edits);
  expect(spliced).toContain(`reasoning_content %}
        {{- '<think>' + message.reasoning_content + '</think>' }}
    {%- endif %}`);
});

test('behind its variable a fix changes no ordinary render', () => {
  const guarded = fixesOf(kept).at(-1)!;
  expect(guarded).toMatchObject({ under: { preserve_thinking: true }, changes: [] });
  expect(guarded.repairs.map(({ property }) => property)).toContain('append.user');
  expect(applyEdits(kept, guarded.edits)).toContain(
    '{%- if (preserve_thinking is defined and preserve_thinking) or (loop.last) %}',
  );
});

test('Qwen3 may keep what it serves', async () => {
  const fixes = fixesOf((await model('qwen3')).source.replace('loop.index0 > ns.last_query_index', 'true'));
  expect(fixes.map(({ under }) => under)).toEqual([undefined, undefined, { preserve_thinking: true }]);
});
