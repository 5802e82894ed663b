import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Certificate } from '../../../protocol/certificate.ts';
import { defaultPython } from '../host/confirmInPython.ts';
import { fakePython } from '../testing/fakePython.ts';
import { complaintsOf, schema } from '../testing/schemas.ts';
import { certify } from './certify.ts';
import { check } from './check.ts';
import { InputError } from './failure.ts';
import { verify } from './verify.ts';

const version = '1.2.3';
const options = { format: 'text', color: false, version };
const sound = `{%- for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>
{%- endfor %}{%- if add_generation_prompt %}<|assistant|>{% endif %}`;

let folder = '';
let template = '';
const file = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'confirm-'));
  template = file('chat_template.jinja');
  writeFileSync(template, sound);
});
afterAll(() => rmSync(folder, { recursive: true }));

const hasPython = spawnSync(defaultPython, ['-c', 'import jinja2']).status === 0;

describe.runIf(hasPython)('a Python with Jinja2', () => {
  test('confirms every render that a certificate rests on', async () => {
    const output = file('certificate.json');
    const made = await certify(template, {
      format: 'json',
      version,
      date: '2026-05-06',
      confirm: 'python',
      output,
    });
    expect(made.output).toMatch(
      /^confirmed by Jinja2 3\.\S+ \(Python 3\.\S+, .*transformers.*\): (\d+) of \1 renders\n$/,
    );
    expect(made.code).toBe(0);
    const certificate = JSON.parse(readFileSync(output, 'utf8')) as Certificate;
    expect(complaintsOf(schema('certificate'), certificate)).toEqual([]);
    expect(certificate.python?.renders).toBeGreaterThan(100);
    expect(certificate.python?.differences).toEqual([]);
  });

  test('is asked again where a certificate is verified', async () => {
    const certificate = file('certificate.json');
    const verified = (asked: { confirm?: string }) =>
      verify(certificate, { format: 'text', version, template, ...asked });
    expect(await verified({})).toMatchObject({
      code: 0,
      warnings: [expect.stringContaining('not asked again')],
    });
    expect(await verified({ confirm: 'python' })).toMatchObject({ code: 0, warnings: [] });
  });

  test('confirms that a template does not compile', async () => {
    writeFileSync(file('unreadable.jinja'), '{{ x|foo }}');
    const { output } = await check([file('unreadable.jinja')], { ...options, confirm: 'python' });
    expect(output).toMatch(/\nconfirmed by Jinja2 .*: 1 of 1 render\n/);
  });
});

describe.runIf(process.platform !== 'win32')('a Python that disagrees', () => {
  test('is an error at the place that renders otherwise, in every report', async () => {
    const python = fakePython(folder, '<|user|>?');
    const json = file('report.json');
    // It can't be turned off.
    writeFileSync(file('quiet.json'), '{"severities": {"CT003": "off"}}');
    const { output, code } = await check([template], {
      ...options,
      python,
      config: file('quiet.json'),
      report: [`json=${json}`, `markdown=${file('report.md')}`],
    });
    expect(code).toBe(1);
    expect(output).toContain('error CT003 Python disagrees: Jinja2 3.1.99 (Python 3.99.0) gives "?"');
    expect(output).toMatch(
      /\nnot confirmed by Jinja2 3\.1\.99 \(Python 3\.99\.0, no transformers\): 0 of \d+ renders\n/,
    );
    expect(readFileSync(file('report.md'), 'utf8')).toContain('not confirmed by Jinja2 3.1.99');

    const report = JSON.parse(readFileSync(json, 'utf8')) as {
      findings: { code: string; line: number; column: number }[];
    };
    expect(complaintsOf(schema('report'), report)).toEqual([]);
    const places = report.findings.filter((one) => one.code === 'CT003').map(({ column }) => column);
    expect(places).toContain(sound.indexOf('{{ m.content') + 1);
    expect(new Set(places).size).toBe(places.length);
  });

  test('is a change of a certificate', async () => {
    const certificate = file('confirmed.json');
    await certify(template, { format: 'json', version, date: '2026-05-06', output: certificate });
    const python = fakePython(folder, '');
    const { output, code } = await verify(certificate, { format: 'text', version, template, python });
    expect(code).toBe(1);
    expect(output).toMatch(/Python does not confirm it: \d+ of \d+ renders/);
  });

  test('makes a certificate that says so, and the exit code 1', async () => {
    const python = fakePython(folder, '');
    const { output, code } = await certify(template, { format: 'markdown', version, python });
    expect(code).toBe(1);
    expect(output).toContain('not confirmed by Jinja2 3.1.99');
    expect(output).toContain('## Where Python disagrees');
  });
});

describe('nobody to confirm', () => {
  test.each([
    [{ python: 'no-such-python' }, 'Can\'t render with Python ("no-such-python"): There is no such command.'],
    [{ confirm: 'ruby' }, 'nobody called "ruby" can confirm; choose: python'],
  ])('%j is told', async (asked, message) => {
    const refused = check([template], { ...options, ...asked });
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(message);
  });
});

describe('other engines', () => {
  test('are compared where they are asked for, and the report says which', async () => {
    writeFileSync(file('none.jinja'), `{{ messages[0].content }}{{ add_generation_prompt }}`);
    const { output } = await check([file('none.jinja')], {
      ...options,
      format: 'json',
      engines: 'huggingface-jinja',
    });
    const report = JSON.parse(output) as { otherEngines: unknown; findings: { code: string }[] };
    expect(report.otherEngines).toMatchObject({ ran: [{ id: 'huggingface-jinja' }], failures: [] });
    expect(report.findings.map(({ code }) => code)).toContain('CT802');
  });

  test('that nobody knows are refused', () =>
    expect(check([template], { ...options, engines: 'models/' })).rejects.toThrow('no engine "models/"'));
});
