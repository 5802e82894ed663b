/** What one check leaves to the next: renders of the same template, wherever another tokenizer changes nothing of them. */
import { describe, expect, test } from 'vitest';
import { smallTokenizer } from '../testing/smallTokenizer.ts';
import { certifyFully, open } from './certify.ts';

const chatml = `{% for m in messages %}<|im_start|>{{ m.role }}
{{ m.content or '' }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

const tokenizer = await smallTokenizer({
  added: ['[B]', '<|im_start|>', '<|im_end|>'],
  bos: '[B]',
  eos: '<|im_end|>',
});

/** Each reading of the clock is one more: `timing.render` counts renders. */
function counted() {
  let readings = 0;
  return () => (readings += 1);
}

describe('a check with a tokenizer after one without', () => {
  test.each([
    ['renders nothing again but what only ids ask for', chatml, true],
    [
      'renders anew where the template prints a token that is spelt otherwise',
      `{{ bos_token }}${chatml}`,
      false,
    ],
  ])('%s', (_, source, shared) => {
    const text = { source, tokenizer: null, tokenizerInfo: null };
    const tokens = { source, tokenizer, tokenizerInfo: null, clock: counted() };
    const alone = certifyFully(tokens).certification;
    const earlier = certifyFully(text).analysis!.subject;
    const after = certifyFully({ ...tokens, clock: counted(), earlier }).certification;
    expect({ ...after, timing: null }).toEqual({ ...alone, timing: null });
    expect(after.timing.render < alone.timing.render / 2).toBe(shared);
  });

  test('takes nothing from another template', () => {
    const { subject: earlier } = open({ source: `${chatml} `, tokenizer: null, tokenizerInfo: null });
    const input = { source: chatml, tokenizer, tokenizerInfo: null };
    expect(certifyFully({ ...input, earlier }).certification).toEqual(certifyFully(input).certification);
  });
});
