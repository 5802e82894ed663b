import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PythonBridge, PythonUnavailable } from './pythonBridge.ts';

const script = join(import.meta.dirname, '../../python/render.py');
const hasPython = spawnSync('python3', ['-c', 'import jinja2']).status === 0;

describe.runIf(hasPython)('a Python with Jinja2', () => {
  const bridge = new PythonBridge({ python: 'python3', script, timeout: 2000 });
  afterAll(() => bridge.dispose());

  it('says what it renders with', async () => {
    const { python, jinja2 } = await bridge.versions();
    expect(python).toMatch(/^3\./);
    expect(jinja2).toMatch(/^3\./);
  });

  it('renders with floats and big integers as they are written', async () => {
    const answer = await bridge.render({
      template: '{{ a }} {{ b }}{% generation %}x{% endgeneration %}',
      context: '{\n"a": 1.0,\r\n"b": 123456789012345678901}',
    });
    expect(answer).toEqual({ kind: 'rendered', text: '1.0 123456789012345678901x', generation: [[25, 26]] });
  });

  it('renders at the given time', async () => {
    const answer = await bridge.render({
      template: `{{ strftime_now('%Y-%m-%d') }}`,
      context: '{}',
      now: '2024-02-29T00:00:00',
    });
    expect(answer).toMatchObject({ text: '2024-02-29' });
  });

  it.each([
    ['{{ x|foo }}', { type: 'TemplateAssertionError', message: "No filter named 'foo'.", phase: 'parse' }],
    ["{{ raise_exception('no') }}", { type: 'TemplateRaised', message: 'no', phase: 'render' }],
    ['{{ x.y }}', { type: 'UndefinedError', message: "'x' is undefined", phase: 'render' }],
  ])('answers %s with its error', async (template, error) => {
    expect(await bridge.render({ template, context: '{}' })).toMatchObject({ kind: 'failed', error });
  });

  it('survives a template that does not end, and answers the next one', async () => {
    const endless = '{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}';
    const [stopped, next] = await Promise.all([
      bridge.render({ template: endless, context: '{}' }),
      bridge.render({ template: '{{ 1 }}', context: '{}' }),
    ]);
    expect(stopped).toEqual({ kind: 'stopped', reason: 'Python gave no answer within 2 seconds.' });
    expect(next).toMatchObject({ kind: 'rendered', text: '1' });
  });

  it('answers many at once, in order', async () => {
    const requests = ['1', '{{ x', '{{ x.y }}'].map((template) => ({ template, context: '{}' }));
    const answers = await bridge.renderAll(requests);
    expect(answers.map(({ kind }) => kind)).toEqual(['rendered', 'failed', 'failed']);
  });

  it('only compiles where asked to', async () => {
    expect(await bridge.compile('{{ x.y }}')).toMatchObject({ kind: 'rendered' });
    expect(await bridge.compile('{{ x')).toMatchObject({ kind: 'failed', error: { phase: 'parse' } });
  });
});

describe.runIf(hasPython)('a Python that has transformers', () => {
  /** What the bridge asks of `transformers`, and a filter by which its environment is known. */
  const STAND_IN = `
from contextlib import contextmanager
from functools import lru_cache
import jinja2, jinja2.sandbox
from jinja2.ext import Extension

class Tracker(Extension):
    tags = {"generation"}
    def __init__(self, environment):
        super().__init__(environment)
        environment.extend(activate_tracker=self.activate_tracker)
        self.printed = self.generated = None
    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("note"), [], [], body).set_lineno(line)
    def note(self, caller):
        text = caller()
        start = len("".join(self.printed))
        self.generated.append((start, start + len(text)))
        return text
    @contextmanager
    def activate_tracker(self, printed, generated):
        self.printed, self.generated = printed, generated
        try:
            yield
        finally:
            self.printed = self.generated = None

@lru_cache
def _compile_jinja_template(source):
    environment = jinja2.sandbox.ImmutableSandboxedEnvironment(extensions=[Tracker])
    environment.filters["mark"] = lambda value: f"<{value}>"
    return environment.from_string(source)
`;
  const packages = mkdtempSync(join(tmpdir(), 'packages-'));
  const utils = join(packages, 'transformers/utils');
  mkdirSync(utils, { recursive: true });
  writeFileSync(join(packages, 'transformers/__init__.py'), '__version__ = "0.0.1"\n');
  writeFileSync(join(utils, '__init__.py'), '');
  writeFileSync(join(utils, 'chat_template_utils.py'), STAND_IN);

  beforeAll(() => vi.stubEnv('PYTHONPATH', packages));
  afterAll(() => vi.unstubAllEnvs());

  it('renders in its environment and with its tracker', async () => {
    const bridge = new PythonBridge({ python: 'python3', script, timeout: 5000 });
    expect(await bridge.versions()).toMatchObject({ transformers: '0.0.1' });
    const template = '{{ x|mark }}{% generation %}ab{% endgeneration %}';
    const answer = await bridge.render({ template, context: '{"x": 1}' });
    expect(answer).toEqual({ kind: 'rendered', text: '<1>ab', generation: [[3, 5]] });
    bridge.dispose();
  });
});

describe('no usable Python', () => {
  it('names what could not be started', async () => {
    const bridge = new PythonBridge({ python: 'no-such-python', script });
    const asked = bridge.render({ template: 'x', context: '{}' });
    await expect(asked).rejects.toThrow(PythonUnavailable);
    await expect(asked).rejects.toThrow(/"no-such-python".*Choose an interpreter with Jinja2 3\.1/);
    bridge.dispose();
  });

  it('passes on what the script says is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bridge-'));
    const fake = join(folder, 'fake.mjs');
    writeFileSync(fake, `console.log(JSON.stringify({ fatal: 'This Python has no Jinja2.' }));`);
    const bridge = new PythonBridge({ python: process.execPath, script: fake });
    await expect(bridge.versions()).rejects.toThrow('This Python has no Jinja2.');
    bridge.dispose();
  });

  it('says so when the interpreter ends at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bridge-'));
    const fake = join(folder, 'fake.mjs');
    writeFileSync(fake, 'process.exit(3);');
    const bridge = new PythonBridge({ python: process.execPath, script: fake });
    await expect(bridge.versions()).rejects.toThrow('It ended at once (exit code 3).');
    bridge.dispose();
  });
});
