import { describe, expect, test } from 'vitest';
import { certifyFully } from '../certify/certify.ts';
import type { CertifySettings, DeclaredParsers } from '../certify/settings.ts';

const template = (call: string) => `{%- for m in messages %}<|im_start|>{{ m.role }}
{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}${call}{% endfor %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

const json =
  '<tool_call>{{ {"name": c.function.name, "arguments": c.function.arguments} | tojson }}</tool_call>';
const tags =
  '<function={{ c.function.name }}>{% for k, v in c.function.arguments.items() %}<p={{ k }}>{{ v }}</p>{% endfor %}</function>';

function found(source: string, parsers: DeclaredParsers, use: CertifySettings['use'] = 'serving') {
  const { certification } = certifyFully({
    source,
    tokenizer: null,
    tokenizerInfo: null,
    settings: { parsers, use },
  });
  return certification.findings
    .filter(({ code }) => code === 'CT952')
    .map(({ severity, message, span }) => ({ severity, message, at: source.slice(span.start, span.end) }));
}

describe('the parser of calls', () => {
  test('is not asked about where none is declared', () => expect(found(template(tags), {})).toEqual([]));
  test('reads what the template writes', () =>
    expect(found(template(json), { toolCall: 'hermes' })).toEqual([]));

  test('does not read it, at the line that writes a call', () => {
    const [finding, ...more] = found(template(tags), { toolCall: 'hermes' });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', at: '<function=' });
    expect(finding!.message).toContain('calls arrive as text');
    expect(finding!.message).toContain('No parser that is known here reads it');
    expect(found(template(tags), { toolCall: 'hermes' }, 'rl')[0]?.severity).toBe('warning');
  });

  test('is not told of an empty block of reasoning before a call', () => {
    const thinking = template(tags).replace('{{ m.content', '<think></think>{{ m.content');
    expect(found(thinking, { toolCall: 'hermes' })[0]).toMatchObject({ at: '<function=' });
  });

  test('has to take line breaks as they are', () => {
    const [finding] = found(template(json), { toolCall: 'qwen25' });
    expect(finding?.message).toContain('What reads it: hermes (vLLM and SGLang)');
  });

  test('has nothing to read', () => {
    const [finding] = found('{% for m in messages %}{{ m.content }}{% endfor %}', { toolCall: 'hermes' });
    expect(finding?.message).toContain('renders no calls');
  });

  test('is not known', () => {
    expect(found(template(json), { toolCall: 'hermse' })).toEqual([
      { severity: 'information', message: expect.stringContaining('hermse'), at: expect.any(String) },
    ]);
  });
});

test('the parser of reasoning', () => {
  expect(found(template(json), { reasoning: 'qwen3' })).toEqual([]);
  const [finding] = found(template(json), { reasoning: 'mistral' });
  expect(finding).toMatchObject({ severity: 'error', at: '<think>' });
  expect(finding!.message).toContain('qwen3 (vLLM and SGLang)');
  expect(found('{% for m in messages %}{{ m.content }}{% endfor %}', { reasoning: 'qwen3' })).toEqual([]);
});
