import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configInForce, nearestConfig } from './nodeConfig.ts';

describe('a config file on disk', () => {
  let root = '';
  const file = () => path.join(root, 'chat-template.config.json');
  const template = () => path.join(root, 'models/a/chat_template.jinja');

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'config-'));
    await mkdir(path.join(root, 'models/a'), { recursive: true });
    await writeFile(path.join(root, 'models/a/tokenizer.json'), '{}');
    await mkdir(path.join(root, 'talk'));
    await writeFile(path.join(root, 'talk/a.jsonl'), '[{"role": "user", "content": "x"}]\n[{"role": 2}]\n');
    await writeFile(
      file(),
      JSON.stringify({
        tokenizer: 'models/a',
        conversations: ['talk/*.jsonl', 'none/*.json'],
        overrides: [{ files: 'models/a/**', use: 'sft', profiles: ['trl-sft'] }],
      }),
    );
  });
  afterAll(() => rm(root, { recursive: true }));

  test('is found upwards of the template', async () => expect(await nearestConfig(template())).toBe(file()));

  test('gives conversations, tokenizer and overrides', async () => {
    const { settings, tokenizer, profiles } = await configInForce(file(), template());
    expect(settings.use).toBe('sft');
    expect(settings.trajectories!.map(({ id }) => id)).toEqual(['talk/a.jsonl#1']);
    expect(tokenizer).toBe(path.join(root, 'models/a'));
    expect(profiles).toEqual(['trl-sft']);
  });

  test('says what is wrong in what it names', async () => {
    const { problems } = await configInForce(file(), template());
    expect(problems).toEqual([
      'talk/a.jsonl:2:11: [0].role has to be the name of a role, such as "user"',
      `none/*.json: no such file of conversations in ${root}`,
    ]);
  });

  test('that is not there is a problem, not an exception', async () =>
    expect((await configInForce('/nowhere/x.json', template())).problems).toEqual([
      "/nowhere/x.json does not exist, or can't be read",
    ]));
});
