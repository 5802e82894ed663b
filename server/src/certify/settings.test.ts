import { describe, expect, test } from 'vitest';
import type { Finding, Severity } from '../../../protocol/certification.ts';
import { assistant, user } from '../conversation/messages.ts';
import { certifyFully } from './certify.ts';
import { withSeverities, type CertifySettings } from './settings.ts';

const finding = (code: string, severity: Severity): Finding => ({
  code,
  severity,
  message: '',
  span: { start: 0, end: 1 },
  related: [],
  payload: null,
});

const told = (code: string, severity: Severity, settings: CertifySettings) =>
  withSeverities([finding(code, severity)], settings).map((one) => one.severity);

describe('severities', () => {
  test('are those of the rule for the use', () => {
    expect(told('CT101', 'error', {})).toEqual(['error']);
    expect(told('CT101', 'error', { use: 'serving' })).toEqual(['warning']);
  });
  test('what is milder than its rule is never made graver by the use', () =>
    expect(told('CT101', 'warning', { use: 'sft' })).toEqual(['warning']));
  test('what people set goes before', () =>
    expect(told('CT101', 'warning', { use: 'serving', severities: { CT101: 'error' } })).toEqual(['error']));
  test('off is silence', () => expect(told('CT101', 'error', { severities: { CT101: 'off' } })).toEqual([]));
});

test('a template without generation blocks is told of where it is for fine-tuning', () => {
  const source = `{% for m in messages %}<{{ m.role }}>{{ m.content }}</s>{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}`;
  const codes = (use: CertifySettings['use']) =>
    certifyFully({ source, tokenizer: null, tokenizerInfo: null, settings: { use } })
      .certification.findings.filter(({ code }) => code === 'CT401')
      .map(({ severity }) => severity);
  expect([codes('serving'), codes('rl'), codes('sft')]).toEqual([[], [], ['error']]);
});

describe('kwargs and conversations of people', () => {
  const source = `{% for m in messages %}<{{ m.role }}>{% if mode == 'terse' and not loop.last %}{% else %}{{ m.content }}{% endif %}
{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}`;
  const settings: CertifySettings = {
    kwargs: { mode: ['terse'] },
    trajectories: [
      {
        id: 'mine.json#1',
        title: 'mine',
        messages: [user('q'), assistant({ content: 'a' }), user('r')],
        tools: null,
      },
    ],
  };
  const appendUser = (set?: CertifySettings) =>
    certifyFully({
      source,
      tokenizer: null,
      tokenizerInfo: null,
      settings: set,
    }).certification.properties.find(({ id }) => id === 'append.user')!;

  test('are checked as those of the suite are, and the smallest witness is told', () => {
    const result = appendUser(settings);
    expect(result.verdict).toBe('FAIL');
    expect(result.witness).toMatchObject({
      trajectory: 'mine.json#1',
      before: { conversation: { kwargs: { mode: 'terse' } } },
    });
    expect(result.conversations).toBe(appendUser().conversations + 1);
  });
});
