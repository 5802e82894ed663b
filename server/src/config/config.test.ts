import { writeJson } from '../jinja/json/index.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { profiles } from '../certify/profiles/registry.ts';
import { complaintsOf, schema } from '../testing/schemas.ts';
import { configFor, readConfig } from './index.ts';

const full = `{
  // for the trainer
  "$schema": "./config.schema.json",
  "tokenizer": "models/base",
  "use": "sft",
  "profiles": ["trl-sft"],
  "severities": { "CT101": "warning" },
  "toolCallParser": "hermes",
  "reasoningParser": "qwen3",
  "kwargs": { "enable_thinking": [true, false], "effort": ["low", null] },
  "conversations": ["conversations/*.jsonl"],
  "overrides": [
    { "files": "serving/**", "use": "serving", "severities": { "CT201": "off" } },
    { "files": ["*.draft.jinja"], "profiles": [] },
  ],
}`;

const problemsOf = (text: string) =>
  readConfig(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

describe('reading a config', () => {
  test('takes comments and trailing commas', () => {
    const { config, problems } = readConfig(full);
    expect(problems).toEqual([]);
    expect(config).toMatchObject({
      tokenizer: 'models/base',
      use: 'sft',
      toolCallParser: 'hermes',
      reasoningParser: 'qwen3',
      kwargs: { enable_thinking: [true, false], effort: ['low', null] },
      overrides: [{ files: ['serving/**'] }, { files: ['*.draft.jinja'], profiles: [] }],
    });
  });

  test('keeps numbers as they are written', () => {
    const { config } = readConfig('{"kwargs": {"t": [1.0, 2, 0.5, -1e3, 12345678901234567890]}}');
    expect(config.kwargs?.t?.map(writeJson)).toEqual(['1.0', '2', '0.5', '-1e3', '12345678901234567890']);
  });

  test.each([
    ['{', '1:2 this is not JSON: close brace expected'],
    ['[]', '1:1 the file has to be an object in braces'],
    ['{\n "tokeniser": ""}', 'did you mean "tokenizer"?'],
    ['{"use": "train"}', '1:9 use has to be one of "serving", "sft", "rl"'],
    ['{"severities": {"CT999": "off"}}', '1:17 severities.CT999 is not the code of a rule'],
    ['{"kwargs": {"a": 1}}', '1:18 kwargs.a has to be a list in square brackets'],
    ['{"conversations": ["a", 2]}', '1:25 conversations[1] has to be a text'],
    ['{"profiles": ["trl"]}', '1:15 profiles[0] has to be one of "trl-grpo"'],
    ['{"profiles": ["trl_grpo"]}', 'did you mean "trl-grpo"?'],
    ['{"severities": {"CT10": "off"}}', 'did you mean "CT101"?'],
    ['{"use": "Serve"}', '1:9 use has to be one of "serving", "sft", "rl"'],
    ['{"overrides": [{"use": "rl"}]}', '1:16 overrides[0] has to say in `files`'],
  ])('%s: says where', (text, said) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(said)]);
  });

  test('an empty file is said to be none', () => expect(problemsOf('')).not.toEqual([]));

  test('what is right is kept beside what is wrong', () =>
    expect(readConfig('{"use": "sft", "profiles": 1}').config).toEqual({ use: 'sft', overrides: [] }));
});

describe('the config of one template', () => {
  const { config } = readConfig(full);

  test('is what is said of all', () =>
    expect(configFor(config, 'a/chat_template.jinja')).toMatchObject({ use: 'sft', profiles: ['trl-sft'] }));
  test('overrides go over it, tables entry by entry', () =>
    expect(configFor(config, 'serving/a/chat_template.jinja')).toMatchObject({
      use: 'serving',
      severities: { CT101: 'warning', CT201: 'off' },
    }));
  test('a glob without a slash is of the name', () =>
    expect(configFor(config, 'serving/x.draft.jinja')).toMatchObject({ use: 'serving', profiles: [] }));
});

describe('the schema', () => {
  const validate = schema('config');
  const parsed = (text: string): unknown =>
    JSON.parse(text.replace(/\/\/.*/g, '').replace(/,(\s*[}\]])/g, '$1'));

  test('takes what the reader takes', () => expect(complaintsOf(validate, parsed(full))).toEqual([]));
  test.each(['{"use": "train"}', '{"tokeniser": ""}', '{"overrides": [{}]}', '{"profiles": ["trl"]}'])(
    'refuses %s, as the reader does',
    (text) => {
      expect(complaintsOf(validate, parsed(text))).not.toEqual([]);
      expect(problemsOf(text)).not.toEqual([]);
    },
  );
  test('names the profiles that there are', () => {
    const text = readFileSync(new URL('../../../schemas/config.schema.json', import.meta.url), 'utf8');
    const { definitions } = JSON.parse(text) as { definitions: { profile: { enum: string[] } } };
    expect(definitions.profile.enum).toEqual(profiles.map(({ id }) => id));
  });
});
