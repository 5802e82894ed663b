import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenizerFiles } from '../../../scripts/tokenizers/packages.ts';
import { kitPrograms } from '../certify/kit/files.ts';
import { model } from '../testing/certifying.ts';
import { complaintsOf, schema } from '../testing/schemas.ts';
import { InputError } from './failure.ts';
import { kit } from './kit.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const version = '1.2.3';
let folder = '';
let exported = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kit-'));
  exported = path.join(folder, 'kit');
  const { source } = await model('qwen3');
  const files = tokenizerFiles('qwen3');
  await writeFile(path.join(folder, 'tokenizer.json'), files.tokenizer);
  await writeFile(path.join(folder, 'tokenizer_config.json'), files.tokenizerConfig!);
  await writeFile(path.join(folder, 'stock.jinja'), source);
  await writeFile(
    path.join(folder, 'chat_template.jinja'),
    source.replace('loop.last or (not loop.last and reasoning_content)', 'true'),
  );
  const { code, output } = await kit(path.join(folder, 'chat_template.jinja'), { version, output: exported });
  expect(code).toBe(0);
  expect(output).toContain('have the ids of the whole render\ntools: trimmed-to-stop\nusers: no rule');
});
afterAll(() => rm(folder, { recursive: true }));

describe('an exported kit', () => {
  test('is its JSON and the programs that read it', async () => {
    expect((await readdir(exported)).sort()).toEqual([...kitPrograms, 'tito-kit.json'].sort());
    const text = await readFile(path.join(exported, 'tito-kit.json'), 'utf8');
    expect(complaintsOf(schema('tito-kit'), JSON.parse(text))).toEqual([]);
  });

  test.runIf(hasPython)('replays its conversations in Python, with the standard library alone', () => {
    const { stderr, status } = spawnSync('python3', ['-I', '-m', 'unittest', 'discover', '-s', exported], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('Ran 5 tests');
    expect(stderr).toMatch(/OK\n$/);
    expect(status).toBe(0);
  });

  test('replays them in TypeScript', async () => {
    // A Node of this age does not take types itself.
    for (const name of ['titoKit', 'testTitoKit']) {
      const text = await readFile(path.join(exported, `${name}.ts`), 'utf8');
      const { code } = await transform(text, { loader: 'ts' });
      await writeFile(path.join(exported, `${name}.mjs`), code.replaceAll('titoKit.ts', 'titoKit.mjs'));
    }
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--test', path.join(exported, 'testTitoKit.mjs')],
      {
        encoding: 'utf8',
        // Else it reports to the test that runs it.
        env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      },
    );
    expect(stdout).toMatch(/pass [5-9]/);
    expect(status).toBe(0);
  });
});

describe('no kit', () => {
  test('says why, and what may repair the template', async () => {
    const stock = path.join(folder, 'stock.jinja');
    const { output, code } = await kit(stock, { version, output: path.join(folder, 'none') });
    expect(code).toBe(1);
    expect(output).toContain('not prefix-preserving for tools');
    expect(output).toContain(`chat-template fix ${stock} --profile trl-grpo`);
    await expect(readdir(path.join(folder, 'none'))).rejects.toThrow('ENOENT');
  });

  test('without a tokenizer, or with variables that are none', async () => {
    const alone = await mkdtemp(path.join(tmpdir(), 'kit-alone-'));
    await writeFile(path.join(alone, 'chat_template.jinja'), 'x');
    await expect(kit(path.join(alone, 'chat_template.jinja'), { version })).rejects.toThrow(InputError);
    await rm(alone, { recursive: true });
    await expect(kit(folder, { version, kwargs: '[1]' })).rejects.toThrow('JSON object');
    await expect(kit(folder, { version, kwargs: '{' })).rejects.toThrow('not JSON');
  });
});
