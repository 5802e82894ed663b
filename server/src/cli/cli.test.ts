import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsOf, schema } from '../testing/schemas.ts';
import { certify } from './certify.ts';
import { check } from './check.ts';
import { InputError } from './failure.ts';
import { fix } from './fix.ts';
import { render } from './render.ts';
import { explain, listRules } from './rules.ts';
import { verify } from './verify.ts';

const version = '1.2.3';
let folder = '';
const file = (name: string) => path.join(folder, name);

const sound = `{%- for m in messages %}<|{{ m.role }}|>{{ m.content }}{% for c in m.tool_calls or [] %}<call>{{ c.function.name }}{{ c.function.arguments | tojson }}</call>{% endfor %}<|end|>
{%- endfor %}{%- if add_generation_prompt %}<|assistant|>{% endif %}`;
const broken = sound.replace('<|end|>', '{% if loop.last %}<|eos|>{% else %}<|end|>{% endif %}');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cli-'));
  await writeFile(file('sound.jinja'), sound);
  await writeFile(file('broken.jinja'), broken);
  await writeFile(
    file('talk.json'),
    '{"messages": [{"role": "user", "content": "é"}, {"role": "assistant", "content": null, "tool_calls": [{"type": "function", "function": {"name": "f", "arguments": {"b": 1.0, "a": 2}}}]}]}',
  );
});
afterAll(() => rm(folder, { recursive: true }));

const options = { format: 'json', color: false, version };

describe('check', () => {
  test('takes globs, and says 1 where one has an error', async () => {
    const { output, code } = await check([file('*.jinja').replaceAll('\\', '/')], options);
    const reports = JSON.parse(output) as { template: { path: string } }[];
    expect(reports.map(({ template }) => path.basename(template.path))).toEqual([
      'broken.jinja',
      'sound.jinja',
    ]);
    expect(code).toBe(1);
  });

  test.each([
    ['utf16.jinja', Buffer.from('\ufeff{{ messages }}', 'utf16le'), 'in UTF-16: save it as UTF-8'],
    ['latin1.jinja', Buffer.from('{{ "é" }}', 'latin1'), 'not text in UTF-8'],
    ['binary.jinja', Buffer.from([0x7f, 0x45, 0, 0xff]), 'It is a binary file'],
  ])('refuses %s, that no Python would read', async (name, bytes, said) => {
    await writeFile(file(name), bytes);
    const checked = check([file(name)], options);
    await expect(checked).rejects.toThrow(said);
    await expect(checked).rejects.toThrow(InputError);
    await rm(file(name));
  });

  test('says which of several templates it is about', async () => {
    const several = path.join(folder, 'several');
    await mkdir(several);
    const chat_template = ['default', 'tool_use', 'rag'].map((name) => ({ name, template: sound }));
    await writeFile(path.join(several, 'tokenizer_config.json'), JSON.stringify({ chat_template }));
    const { warnings } = await check([several], options);
    expect(warnings).toEqual([expect.stringContaining('this is about tool_use, which transformers takes')]);
    await rm(several, { recursive: true });
  });

  test('says how to name templates that are not called chat_template.jinja', async () => {
    await expect(check([folder], options)).rejects.toThrow(
      `Name its templates themselves: '${file('*.jinja')}'.`,
    );
  });

  test('shows what a terminal would obey as pictures', async () => {
    await writeFile(file('escape.txt'), '{{ "\x1b[2J" }}{{ nothing( }}');
    const { output } = await check([file('escape.txt')], { ...options, format: 'text' });
    expect(output).not.toContain('\x1b');
    expect(output).toContain('{{ "\u241b[2J" }}');
    await rm(file('escape.txt'));
  });

  test('follows the config beside the template', async () => {
    await writeFile(file('quiet.json'), '{"severities": {"CT101": "off", "CT201": "off"}}');
    const loud = await check([file('broken.jinja')], options);
    const quiet = await check([file('broken.jinja')], { ...options, config: file('quiet.json') });
    expect(loud.output).toContain('"CT101"');
    expect(quiet.output).not.toContain('"CT101"');
  });

  test('refuses a config that is wrong, with the place', async () => {
    await writeFile(file('wrong.json'), '{\n  "uses": "rl"\n}');
    await expect(check([file('sound.jinja')], { ...options, config: file('wrong.json') })).rejects.toThrow(
      'wrong.json:2:3: uses is not known here',
    );
  });

  test('writes to a file, and knows its formats', async () => {
    await check([file('sound.jinja')], { ...options, output: file('out/report.json') });
    expect(await readFile(file('out/report.json'), 'utf8')).toContain('"sha256"');
    await expect(check([file('sound.jinja')], { ...options, format: 'xml' })).rejects.toThrow(InputError);
  });

  test('writes further reports of the same check', async () => {
    await check([file('sound.jinja')], {
      ...options,
      report: [`sarif=${file('a.sarif')}`, `junit=${file('a.xml')}`],
    });
    expect(await readFile(file('a.sarif'), 'utf8')).toContain('"2.1.0"');
    expect(await readFile(file('a.xml'), 'utf8')).toContain('<testsuites');
    await expect(check([file('sound.jinja')], { ...options, report: ['sarif'] })).rejects.toThrow(
      '--report has to be format=file',
    );
  });

  test('says which glob matches nothing', () =>
    expect(check([file('*.none').replaceAll('\\', '/')], options)).rejects.toThrow('matches no file'));
});

describe('certify and verify', () => {
  const dated = { format: 'json', date: '2026-05-06', version };

  test('a certificate is kept as long as nothing changes', async () => {
    const made = await certify(file('sound.jinja'), {
      ...dated,
      profile: ['torchforge'],
      output: file('sound.certificate.json'),
    });
    expect(made).toMatchObject({ output: 'torchforge (TorchForge): holds, on text\n', code: 0 });
    const written: unknown = JSON.parse(await readFile(file('sound.certificate.json'), 'utf8'));
    expect(complaintsOf(schema('certificate'), written)).toEqual([]);

    const again = await verify(file('sound.certificate.json'), { format: 'text', version });
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('nothing changed') as string });
    const other = await verify(file('sound.certificate.json'), {
      format: 'text',
      version,
      template: file('broken.jinja'),
    });
    expect(other.code).toBe(1);
    expect(other.output).toContain('append.user was PASS on text, now it is FAIL');
  });

  test('a profile that breaks makes it 1, and says what happens', async () => {
    const made = await certify(file('broken.jinja'), {
      ...dated,
      profile: ['torchforge'],
      output: file('broken.certificate.json'),
    });
    expect(made.code).toBe(1);
    expect(made.output).toContain('torchforge (TorchForge): breaks (append.tool');
  });

  test('a profile that is none, a template that does not compile, a file that is no certificate', async () => {
    await writeFile(file('unreadable.txt'), '{% if %}');
    await expect(certify(file('sound.jinja'), { ...dated, profile: ['trl'] })).rejects.toThrow(
      'no profile "trl"',
    );
    await expect(certify(file('unreadable.txt'), dated)).rejects.toThrow("can't be certified");
    await expect(verify(file('talk.json'), { format: 'text', version })).rejects.toThrow('no certificate');
  });

  test('with other engines, which a replay runs too', async () => {
    const made = await certify(file('sound.jinja'), {
      ...dated,
      engines: true,
      output: file('engines.certificate.json'),
    });
    expect(made.code).toBe(0);
    const again = await verify(file('engines.certificate.json'), { format: 'json', version });
    expect(JSON.parse(again.output)).toMatchObject({ changes: [] });
  });

  test('as Markdown', async () => {
    const { output } = await certify(file('sound.jinja'), { ...dated, format: 'markdown' });
    expect(output).toContain('| TorchForge | holds, on text |');
  });

  test('as a page', async () => {
    const { output } = await certify(file('sound.jinja'), { ...dated, format: 'html' });
    expect(output).toMatch(/^<!doctype html>/);
    expect(output).toContain('sound.jinja');
    expect(output).not.toMatch(/<script|<link|\bsrc=/);
  });
});

describe('render', () => {
  const asked = { conversation: '', index: 1, generationPrompt: false, ids: false };

  test('gives the bytes of Python: floats, the order of keys, null', async () => {
    const { output, code } = await render(file('sound.jinja'), {
      ...asked,
      conversation: file('talk.json'),
      generationPrompt: true,
    });
    expect(output).toBe(
      '<|user|>é<|end|><|assistant|>None<call>f{"b": 1.0, "a": 2}</call><|end|><|assistant|>',
    );
    expect(code).toBe(0);
  });

  test('takes variables, and says where a template fails', async () => {
    await writeFile(file('raises.txt'), '\n{{ raise_exception(mode) }}');
    const rendering = render(file('raises.txt'), {
      ...asked,
      conversation: file('talk.json'),
      kwargs: '{"mode": "no"}',
    });
    expect((await rendering).output).toMatch(/raises\.txt:2:\d+: TemplateRaised: no\n$/);
    expect((await rendering).code).toBe(1);
  });

  test.each([
    ['a conversation that is not there', { index: 4 }, 'has no conversation 4: it holds 1'],
    ['ids without a tokenizer', { ids: true }, 'no ids without a tokenizer'],
    ['variables that are none', { kwargs: '[' }, '--kwargs is not JSON'],
  ])('refuses %s', (_, more, said) =>
    expect(
      render(file('sound.jinja'), { ...asked, conversation: file('talk.json'), ...more }),
    ).rejects.toThrow(said),
  );
});

describe('fix', () => {
  test('prints a patch, or writes what it proved', async () => {
    const { output, code } = await fix(file('broken.jinja'), { rule: 'ct101' });
    expect(code).toBe(0);
    expect(output).toContain('{% if true %}');
    await writeFile(file('mended.jinja'), broken);
    expect((await fix(file('mended.jinja'), { profile: 'torchforge', write: true })).code).toBe(0);
    expect(await readFile(file('mended.jinja'), 'utf8')).toContain('{% if true %}');
  });

  test('writes a twin for training and leaves the template alone', async () => {
    expect((await fix(file('broken.jinja'), { rule: 'CT101', twin: true })).output).toContain(
      'broken_training.jinja was written',
    );
    expect(await readFile(file('broken_training.jinja'), 'utf8')).toContain('{% if true %}');
    expect(await readFile(file('broken.jinja'), 'utf8')).toBe(broken);
    await expect(fix(file('broken.jinja'), { rule: 'CT101', twin: true })).rejects.toThrow(
      'is there already',
    );
  });

  test('wants one goal', async () => {
    await expect(fix(file('broken.jinja'), {})).rejects.toThrow('either --rule CODE or --profile NAME');
    await expect(fix(file('broken.jinja'), { rule: 'CT999' })).rejects.toThrow('there is no rule CT999');
  });
});

describe('rules and explain', () => {
  test('list and tell', () => {
    expect(listRules('text').output).toContain('CT101  WEE  History rewritten on append');
    expect(JSON.parse(listRules('json').output)).toContainEqual(
      expect.objectContaining({ code: 'CT101', fixable: true }),
    );
    expect(explain('ct101').output).toContain('What to do:');
    expect(explain('append.tool').output).toContain('append.tool:');
    expect(explain('trl-grpo').output).toContain('How it builds tokens:');
    expect(() => explain('nope')).toThrow(InputError);
  });
});
