/** What only token ids show: each property on a small tokenizer, and on real ones where their ways differ. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../protocol/certification.ts';
import { applyEdits } from '../../fix/edits.ts';
import { proveFixes } from '../../fix/prove.ts';
import { tokenizerFiles } from '../../../../scripts/tokenizers/packages.ts';
import { loadTokenizer, type Tokenizer } from '../../tokenizer/index.ts';
import { model } from '../../testing/certifying.ts';
import { smallTokenizer, type SmallTokenizer } from '../../testing/smallTokenizer.ts';
import { certifyFully } from '../certify.ts';
import { deltaConcat } from './deltaConcat.ts';
import { forge } from './forge.ts';
import { seamMerge } from './seamMerge.ts';

const chatml = `{% for m in messages %}<|im_start|>{{ m.role }}
{{ m.content or '' }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

const chat: SmallTokenizer = {
  added: ['<s>', '<|im_start|>', '<|im_end|>'],
  bos: '<s>',
  eos: '<|im_end|>',
  merged: ['\n\n', 'Hello'],
};

const certified = (source: string, tokenizer: Tokenizer) =>
  certifyFully({ source, tokenizer, tokenizerInfo: null });

const small = async (source: string, changed: Partial<SmallTokenizer> = {}) =>
  certified(source, await smallTokenizer({ ...chat, ...changed }));

const resultOf = ({ certification }: ReturnType<typeof certified>, id: string) =>
  certification.properties.find((result) => result.id === id)!;

const findingsOf = ({ certification }: ReturnType<typeof certified>, code: string): readonly Finding[] =>
  certification.findings.filter((finding) => finding.code === code);

describe('exactly one BOS', () => {
  test.each([
    ['written once, added by the tokenizer too', `{{ bos_token }}${chatml}`, true, 'PASS', 'tokens'],
    ['written twice', `{{ bos_token }}{{ bos_token }}${chatml}`, true, 'FAIL', 'text'],
    ['not written, though texts begin with one', chatml, true, 'FAIL', 'tokens'],
    ['not written, and not needed', chatml, false, 'PASS', 'tokens'],
    ['written behind other text', `# {{ bos_token }}${chatml}`, true, 'FAIL', 'tokens'],
  ])('%s', async (_, source, addsBos, verdict, level) => {
    expect(resultOf(await small(source, { addsBos }), 'bos.once')).toMatchObject({
      verdict,
      level,
    });
  });

  test('a render that is encoded as an ordinary text has two', async () => {
    const [finding] = findingsOf(await small(`{{ bos_token }}${chatml}`, { addsBos: true }), 'CT301');
    expect(finding).toMatchObject({ severity: 'information', payload: { kind: 'encoded as text' } });
    expect(finding!.message).toContain('add_special_tokens=False');
  });

  test.each([
    ['the second is dropped', `{{ bos_token }}{{ bos_token }}${chatml}`, `{{ bos_token }}${chatml}`],
    ['a literal too', `{{ bos_token }}<s>${chatml}`, `{{ bos_token }}${chatml}`],
    ['the missing one is written', chatml, `{{- bos_token }}${chatml}`],
  ])('%s by a proven fix', async (_, source, repaired) => {
    const tokenizer = await smallTokenizer({ ...chat, addsBos: true });
    const input = { source, tokenizer, tokenizerInfo: null };
    const fixes = proveFixes(input, certifyFully(input));
    const fix = fixes.find(({ repairs }) => repairs.some(({ property }) => property === 'bos.once'));
    expect(applyEdits(source, fix!.edits)).toBe(repaired);
  });
});

describe('prompt and answer', () => {
  test('merge at a newline', async () => {
    const { analysis } = await small(chatml);
    const faults = analysis!.factsOf(seamMerge).faults.map(({ data }) => data);
    expect(faults.map(({ probe, kind }) => `${probe.begins} ${kind}`)).toEqual([
      'a newline merge',
      'two newlines merge',
    ]);
  });

  test('do not behind a control token', async () => {
    const source = chatml.replace('assistant\n', 'assistant<|im_sep|>');
    const changed = { added: [...chat.added, '<|im_sep|>'] };
    expect(resultOf(await small(source, changed), 'seam.merge').verdict).toBe('PASS');
  });

  test('are encoded otherwise apart where a blank is put before a text', async () => {
    const tokenizer = await loadTokenizer(tokenizerFiles('llama2'));
    const plain = certified(`{% for m in messages %}[INST] {{ m.content }} [/INST]{% endfor %}`, tokenizer);
    const kinds = plain
      .analysis!.factsOf(seamMerge)
      .faults.map(({ data }) => `${data.probe.begins} ${data.kind}`);
    expect(kinds).toContain('a word apart');
    expect(kinds).toContain('a CJK character apart');
    // Such a tokenizer puts its blank behind a control token as well, so that nothing differs there.
    const ending = certified(`{% for m in messages %}{{ m.content }}</s>{% endfor %}`, tokenizer);
    expect(resultOf(ending, 'seam.merge').verdict).toBe('PASS');
  });

  test('are told of in one finding', async () => {
    const [finding, ...others] = findingsOf(await small(chatml), 'CT302');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'information' });
    expect(finding!.message).toMatch(
      /^The end of the prompt merges with an answer that begins with a newline or two newlines: .* ids 10, 10 become \d+\.$/,
    );
  });
});

describe('content', () => {
  const forged = ({ analysis }: ReturnType<typeof certified>) =>
    analysis!.factsOf(forge).faults.map(({ data }) => `${data.field}: ${data.kind} ${data.tokens.join(' ')}`);

  test('writes control tokens wherever it is printed', async () => {
    const all = 'whole <|im_start|> <|im_end|> <s>';
    expect(forged(await small(chatml))).toEqual([
      `user content: ${all}`,
      `system content: ${all}`,
      `tool result: ${all}`,
      `assistant content: ${all}`,
    ]);
  });

  test('does not where it is escaped', async () => {
    const source = chatml.replace("m.content or ''", "(m.content or '') | replace('<', '&lt;')");
    expect(resultOf(await small(source), 'forge')).toMatchObject({ verdict: 'PASS', level: 'tokens' });
  });

  test('completes what the template begins', async () => {
    const source = chatml.replace("{{ m.content or '' }}", "<{{ (m.content or '') | replace('<', '&lt;') }}");
    expect(forged(await small(source))).toContain('user content: halves <|im_start|>');
  });
});

describe('markers', () => {
  test('are found without knowing the family, and told in one finding', async () => {
    const source = chatml.replaceAll('<|im_start|>', '<<turn>>');
    const [finding] = findingsOf(await small(source), 'CT305');
    expect(finding).toMatchObject({ severity: 'warning' });
    expect(resultOf(await small(source), 'marker.atomic').verdict).toBe('FAIL');
  });

  test.each([
    ['two end a turn', '<|im_end|><s>', ['<s>', '<|im_end|>'], 'Generation ends before "<s>" already'],
    ['none ends it', '', ['<|im_start|>'], 'nothing but "<|im_start|>" of the next turn'],
    ['generate() knows another', '<|im_end|>', ['<s>'], 'generation_config.json lists "<s>" only'],
  ])('%s', async (_, end, ends, told) => {
    const found = await small(chatml.replace('<|im_end|>', end), { ends });
    expect(resultOf(found, 'stop.known')).toMatchObject({ verdict: 'FAIL', level: 'tokens' });
    expect(findingsOf(found, 'CT305').map(({ message }) => message)).toEqual([expect.stringContaining(told)]);
  });

  test('are tokens of Qwen3 and of DeepSeek-V3', async () => {
    for (const name of ['qwen3', 'deepseek_v3']) {
      const { source, tokenizer } = await model(name);
      expect(resultOf(certified(source, tokenizer), 'marker.atomic').verdict).toBe('PASS');
    }
  });
});

describe('the mask over tokens', () => {
  const block = (text: string) =>
    chatml.replace("{{ m.content or '' }}<|im_end|>", `{% generation %}${text}<|im_end|>{% endgeneration %}`);

  test('is right where the block begins on a token and ends with the stop token', async () => {
    const found = await small(block("{{ m.content or '' }}"));
    expect(findingsOf(found, 'CT404')).toEqual([]);
  });

  test('is not where the block begins inside of one, and what is beside the edge is told', async () => {
    const [finding] = findingsOf(await small(block("{{ '\\n' ~ (m.content or '') }}")), 'CT404');
    expect(finding!.message).toContain('begins between "<|im_start|>assistant\\n" and "\\n');
    expect(finding!.payload).toMatchObject({ edge: { hazard: 'outside before', tokens: 1 } });
  });
});

describe('what follows the stop token', () => {
  test('is told by its ids, as the suffix to splice', async () => {
    const [finding] = findingsOf(await small(chatml), 'CT105');
    expect(finding!.message).toContain('"\\n" (id 10) follows');
    expect(finding!.payload).toMatchObject({ splice_suffix: { text: '\n', ids: [10] } });
  });
});

describe('deltas', () => {
  test('add up as they are', async () => {
    expect(resultOf(await small(chatml), 'delta.concat')).toMatchObject({ verdict: 'PASS', message: null });
  });

  const lateNewline = chatml.replace('<|im_start|>{{', "{{ '\\n' }}<|im_start|>{{");

  test('add up once what is behind the stop token is encoded again', async () => {
    const { verdict, message } = resultOf(await small(lateNewline), 'delta.concat');
    expect({ verdict, message }).toMatchObject({
      verdict: 'PASS',
      message: expect.stringContaining('has to be encoded again with the delta') as string,
    });
  });

  test('do not where there is no stop token, and the ids to exchange are told', async () => {
    const { analysis } = await small(lateNewline, { eos: '<s>' });
    const [fault] = analysis!.factsOf(deltaConcat).faults;
    expect(fault!.data).toMatchObject({ rule: 'seam-repair', removed: [10, 10] });
    expect(fault!.data.inserted).toHaveLength(1);
    const [finding] = findingsOf(await small(lateNewline, { eos: '<s>' }), 'CT302').filter(
      ({ payload }) => (payload as { kind: string }).kind === 'junction',
    );
    expect(finding!.message).toMatch(/^What is appended to a finished turn .* ids 10, 10 become \d+ /);
  });
});
