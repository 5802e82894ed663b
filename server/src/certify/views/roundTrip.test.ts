import { beforeAll, expect, test } from 'vitest';
import type { RoundTripModel, SampledText } from '../../../../protocol/views.ts';
import { model } from '../../testing/certifying.ts';
import { certifyFully, type Certified } from '../certify.ts';
import { roundTripView } from './roundTrip.ts';

let certified: Certified;
const viewed = { templateUri: 'file:///t.jinja', templateName: 't.jinja', tokenizer: 'qwen3' };

beforeAll(async () => {
  const { source, tokenizer } = await model('qwen3');
  certified = certifyFully({ source, tokenizer, tokenizerInfo: null });
});

const view = (sampled: SampledText | null): RoundTripModel =>
  roundTripView(certified.analysis!, viewed, sampled)!;

function outcome(sampled: SampledText | null) {
  const { outcome } = view(sampled);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome;
}

test("to begin with, the template's own turn comes back", () => {
  const { sampled, offers } = view(null);
  expect(sampled.text).toContain('<tool_call>');
  expect(offers.map(({ label }) => label)).toContain('a call: JSON without blanks');
  const { result, diff, message } = outcome(null);
  expect(result).toBe('same');
  expect(diff.preserved).toBe(true);
  expect(diff.before.tokens.map(({ id }) => id)).toEqual(diff.after.tokens.map(({ id }) => id));
  expect(message['tool_calls']).toHaveLength(1);
});

test('every offer is a turn that can be looked at', () => {
  for (const { sampled, label } of view(null).offers)
    expect(view(sampled).outcome, label).toMatchObject({ ok: true });
});

test('other blanks: other text', () => {
  const { result, diff } = outcome({
    form: 'text',
    text: '<think>\n\n</think>\n\n<tool_call>{"name":"look_up","arguments":{}}</tool_call><|im_end|>',
  });
  expect(result).toBe('text');
  expect(diff.divergence).not.toBeNull();
  expect(diff.stretches.some(({ kind }) => kind === 'changed')).toBe(true);
});

test('the same text in other tokens: ids are compared, and cover their text', () => {
  const { result, diff } = outcome({ form: 'ids', text: '151667, 271 151668 271 39 4791 151645' });
  expect(result).toBe('tokens');
  expect(diff.before.tokens.map(({ text }) => text)).toContain('ello');
  expect(diff.after.tokens.map(({ text }) => text)).toContain('Hello');
});

test('a turn without its stop token comes back', () => {
  expect(outcome({ form: 'text', text: '<think>\n\n</think>\n\nHello' }).result).toBe('same');
});

test('what was not read is told with its place', () => {
  const text = '<think>\n\n</think>\n\nHm. <tool_call>\n{"name": look_up}\n</tool_call><|im_end|>';
  const { result, malformed } = outcome({ form: 'text', text });
  expect(result).toBe('unread');
  expect(text.slice(malformed!.at)).toMatch(/^look_up/);
});

test.each(['12 x', '999999999'])('ids that are none: %s', (text) => {
  expect(view({ form: 'ids', text }).outcome).toMatchObject({ ok: false });
});
