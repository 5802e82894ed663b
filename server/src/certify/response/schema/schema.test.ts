/** Schemas read what templates write: by our reading of them, and by Python's `re` and `json`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { user } from '../../../conversation/messages.ts';
import { open } from '../../certify.ts';
import { asParsed, emit, responseFormatOf, turnsFor, turnTools } from '../index.ts';
import { chat, templates } from '../testing/templates.ts';
import { exportSchema } from './index.ts';
import { readWith } from './read.ts';

const python = join(import.meta.dirname, '../../../testing/response_schema.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const expressible = {
  ...templates,
  'reasoning beside JSON objects': chat(
    `{%- for call in message.tool_calls or [] %}{{- '<tool_call>\\n' }}{{- call.function | tojson }}{{- '\\n</tool_call>\\n' }}{%- endfor %}`,
    {
      reasoning: `{{- '<think>\\n' + (message.reasoning_content or '') + '\\n</think>\\n\\n' }}`,
      prompt: `{{- '<think>\\n' }}`,
    },
  ),
};

const subjectOf = (source: string) => open({ source, tokenizer: null, tokenizerInfo: null }).subject!;

/** Every turn of the template as it would be sampled. */
function sampledTurns(source: string): string[] {
  const subject = subjectOf(source);
  const format = responseFormatOf(subject)!;
  const place = { subject, format, messages: [user('How warm is it?')], tools: turnTools, kwargs: {} };
  return turnsFor(format).flatMap((turn) => {
    const emitted = emit(place, asParsed(turn, format));
    return emitted === null ? [] : [emitted.text.slice(emitted.sampledFrom, emitted.sampledTo)];
  });
}

/** What regular expressions and JSON can't say. */
const reasons: Readonly<Record<string, string>> = {
  'the name as the key': 'the name of a function is a key of the JSON',
  'a line for each argument': 'values end where their own syntax ends, which no regular expression sees',
  'a JSON text inside of JSON': 'the turn “texts” would be read with other calls',
  'Python calls': 'values end where their own syntax ends, which no regular expression sees',
};

test.each(Object.entries(expressible))('%s: expressed, or told why not', (name, source) => {
  const exported = exportSchema(subjectOf(source));
  const told = exported.ok ? 'expressed' : exported.reason;
  expect(told).toBe(reasons[name] ?? 'expressed');
});

describe.runIf(hasPython)('Python reads the same', () => {
  test.each(Object.entries(expressible).filter(([name]) => !(name in reasons)))('%s', (_name, source) => {
    const exported = exportSchema(subjectOf(source));
    if (!exported.ok) throw new Error(exported.reason);
    const { schema } = exported;
    const texts = sampledTurns(source);
    const input = texts.map((text) => `${JSON.stringify({ schema, text })}\n`).join('');
    const { stdout, stderr } = spawnSync('python3', ['-I', python], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    const read = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(read).toEqual(texts.map((text) => readWith(schema, text)));
  });
});

test('a turn with everything', () => {
  const exported = exportSchema(subjectOf(expressible['reasoning beside JSON objects']));
  expect(exported).toMatchObject({ ok: true, notes: [] });
  if (!exported.ok) return;
  const text =
    'Hm.\n</think>\n\nLet me see.<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>\n<|im_end|>';
  expect(readWith(exported.schema, text)).toEqual({
    role: 'assistant',
    content: 'Let me see.',
    reasoning_content: 'Hm.',
    tool_calls: [{ type: 'function', function: { name: 'f', arguments: { a: 1 } } }],
  });
});
