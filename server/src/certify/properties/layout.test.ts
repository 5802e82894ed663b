/** Verdicts of properties that no rule speaks of, each on a template that keeps it and one that does not. */
import { describe, expect, test } from 'vitest';
import { certifyText, model, verdictsOf } from '../../testing/certifying.ts';
import { certifyFully } from '../certify.ts';

const chatml = `{% for m in messages %}<|im_start|>{{ m.role }}
{{ m.content or '' }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

const verdict = (source: string, property: string) => verdictsOf(certifyText(source))[property];

describe('equal messages', () => {
  test('are told apart by their place', () => expect(verdict(chatml, 'identity')).toBe('PASS'));

  test('are confused where they are compared', () => {
    const source = chatml.replace('{{ m.content', '{% if m == messages[2] %}(now) {% endif %}{{ m.content');
    expect(verdict(source, 'identity')).toBe('FAIL');
  });
});

describe('stop tokens', () => {
  test('count turns where each has one', () => expect(verdict(chatml, 'stop.count')).toBe('PASS'));

  test('do not where some turns have none', () => {
    const source = chatml.replace('<|im_end|>', '{% if not m.tool_calls %}<|im_end|>{% endif %}');
    expect(verdict(source, 'stop.count')).toBe('FAIL');
  });

  test('say nothing of a template without any', () => {
    expect(verdict('{% for m in messages %}{{ m.content }}{% endfor %}', 'stop.count')).toBe('UNSUPPORTED');
  });
});

describe('with a tokenizer', async () => {
  const { tokenizer } = await model('qwen3');
  const certified = (source: string) => verdictsOf(certifyFully({ source, tokenizer, tokenizerInfo: null }));

  test('the end marker is known to it, and deltas add up', () => {
    expect(certified(chatml)).toMatchObject({ 'stop.known': 'PASS', 'delta.concat': 'PASS' });
  });

  test('an end marker that is no token is not known', () => {
    expect(certified(chatml.replace('<|im_end|>', '<|finish|>'))['stop.known']).toBe('FAIL');
  });
});
