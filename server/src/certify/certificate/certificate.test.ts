import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Certificate } from '../../../../protocol/certificate.ts';
import { assistant, user } from '../../conversation/messages.ts';
import { model } from '../../testing/certifying.ts';
import { complaintsOf, schema } from '../../testing/schemas.ts';
import { certifyFully, type CertifyInput } from '../certify.ts';
import { certificateOf, certificateText, changesBetween } from './index.ts';

const plain = `{%- for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>
{%- endfor %}{%- if add_generation_prompt %}<|assistant|>{% endif %}`;
const forgetful = plain.replace('{{ m.content }}', '{% if loop.last %}{{ m.content }}{% endif %}');

function certificate(source: string, input: Partial<CertifyInput> = {}): Certificate {
  const { certification, analysis } = certifyFully({
    source,
    tokenizer: null,
    tokenizerInfo: null,
    ...input,
  });
  return certificateOf({
    certification,
    analysis: analysis!,
    name: 'chat_template.jinja',
    date: '2026-02-03',
    toolVersion: '1.0.0',
    required: ['trl-grpo', 'areal'],
    python: null,
  });
}

describe('a certificate', () => {
  const one = certificate(forgetful);

  test('is the same, byte for byte, for the same input', () =>
    expect(certificateText(certificate(forgetful))).toBe(certificateText(one)));

  test('is what the schema describes', () => expect(complaintsOf(schema('certificate'), one)).toEqual([]));

  test('names the Jinja2 that answers were recorded of', () => {
    const stamp = JSON.parse(
      readFileSync(new URL('../../../../test-fixtures/conformance/stamp.json', import.meta.url), 'utf8'),
    ) as { jinja2: string };
    expect(one.engine.jinja2).toBe(stamp.jinja2);
  });

  test('holds the tokenizer and its special tokens', async () => {
    const { tokenizer } = await model('qwen3');
    const tokenizerInfo = { source: 'Qwen3', sha256: tokenizer.sha256 };
    const { tokenizer: told } = certificate(plain, { tokenizer, tokenizerInfo });
    expect(told).toMatchObject({ source: 'Qwen3', sha256: tokenizer.sha256 });
    expect(told!.specialTokens).toMatchObject({ eos_token: '<|im_end|>' });
  });
});

describe('a replay', () => {
  const sound = certificate(plain);
  const messages = (then: Certificate, now: Certificate) =>
    changesBetween(then, now).map(({ what, message }) => `${what}: ${message}`);

  test('of the same says nothing', () => expect(changesBetween(sound, certificate(plain))).toEqual([]));

  test('is of another day without a change', () =>
    expect(changesBetween(sound, { ...sound, date: '2027-01-01' })).toEqual([]));

  test('says which verdicts are others, and what that means for whom', () => {
    const told = messages(sound, certificate(forgetful));
    expect(told).toContainEqual(
      expect.stringMatching(/^template: the template \(SHA-256\) was \w+, now it is \w+$/),
    );
    expect(told).toContainEqual(
      expect.stringMatching(/^verdict: append\.user was PASS on text, now it is FAIL on text \(shown by /),
    );
    expect(told).toContainEqual(
      expect.stringMatching(/^profile: for torchforge the template holds, now it breaks$/),
    );
  });

  test('says which conversations and variables are others', () => {
    const settings = {
      kwargs: { depth: [3] },
      trajectories: [
        { id: 'mine', title: 'mine', messages: [user('a'), assistant({ content: 'b' })], tools: null },
      ],
    };
    const told = messages(sound, certificate(plain, { settings }));
    expect(told).toContain('suite: the conversation mine is new');
    expect(told).toContain('kwargs: what is varied was [{}], now it is [{},{"depth":3}]');
  });

  test('says when other engines ran beside it', () => {
    const other: Certificate = { ...sound, otherEngines: [{ id: 'minijinja', version: '2' }] };
    expect(messages(sound, other)).toEqual([
      'engine: what ran beside it was no other engine, now it is minijinja 2',
    ]);
  });

  test('says when the tool or the tokenizer is another', () => {
    const other: Certificate = {
      ...sound,
      tool: { ...sound.tool, version: '2.0.0' },
      tokenizer: { source: 'x', sha256: '0', specialTokens: {}, eosIds: [] },
    };
    expect(messages(sound, other)).toEqual([
      'tool: the tool was 1.0.0, now it is 2.0.0',
      'tokenizer: now there is a tokenizer where there was none',
    ]);
  });
});
