import { expect, test } from 'vitest';
import { certify } from '../certify.ts';

const turns = (reasoning: string, prompt = '') => `{%- for message in messages %}
{{- '<|im_start|>' + message.role + '\\n' }}
{%- if message.role == 'assistant' and message.reasoning_content %}${reasoning}{% endif %}
{{- message.content + '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}${prompt}{% endif %}`;

const thought = "{{- '<think>' + message.reasoning_content + '</think>' }}";

const verdictOf = (source: string) =>
  certify({ source, tokenizer: null, tokenizerInfo: null }).properties.find(
    ({ id }) => id === 'roundtrip.canonical',
  )!;

test('a turn that only some effort loses is told with it', () => {
  const bare = "{{- message.reasoning_content + ' ' }}";
  const source = turns(`{% if effort == 'low' %}${bare}{% else %}${thought}{% endif %}`);
  const { verdict, witness } = verdictOf(source);
  expect(verdict).toBe('FAIL');
  expect(witness).toMatchObject({
    detail: expect.stringContaining('where effort = "low" is passed') as unknown,
    request: { conversation: { kwargs: { effort: 'low' } } },
  });
});

test('settings that change nothing of what is sampled are not tried', () => {
  const source = `{% if effort == 'low' %}{{- 'Be short.' }}{% endif %}${turns(thought)}`;
  expect(verdictOf(source).kwargs).toEqual([{}]);
});

test('a turn that the prompt of a setting rules out was never sampled', () => {
  const off =
    "{% if enable_thinking is defined and not enable_thinking %}{{- '<think></think>' }}{% endif %}";
  expect(verdictOf(turns(thought, off))).toMatchObject({ verdict: 'PASS' });
});
