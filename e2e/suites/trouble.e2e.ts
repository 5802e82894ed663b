/** What goes wrong in real folders is said in words, at its place, and disturbs nothing else. */
import { afterEach, expect, it } from 'vitest';
import { pictureFailures } from '../support/failure.ts';
import { folderWith, qwen3Folder, qwen3Template, template } from '../support/folders.ts';
import { Workbench } from '../support/workbench.ts';

const CONDITION = 'loop.last or (not loop.last and reasoning_content)';
let workbench: Workbench;

afterEach(() => workbench.close());
pictureFailures(() => workbench);

it('a syntax error is shown at its place and takes away what was certified', async () => {
  workbench = await Workbench.open(qwen3Folder());
  await workbench.openFile(template);
  await workbench.squiggle(({ text }) => text === CONDITION);
  await workbench.typeAtStart('{% if %}');
  const squiggle = await workbench.squiggle(({ line, severity }) => line === 1 && severity === 'error');
  expect(squiggle.line).toBe(1);
  await workbench.noSquiggle(({ text }) => text === CONDITION);
  await workbench.problems(/TemplateSyntaxError/);
  await workbench.screenshot('syntax-error');
});

it('a folder without a tokenizer is checked on text', async () => {
  workbench = await Workbench.open(folderWith({ [template]: qwen3Template() }));
  await workbench.openFile(template);
  await workbench.squiggle(({ text, severity }) => text === CONDITION && severity === 'error');
  await workbench.hoverText('loop.last', /share \d+ of \d+ characters/);
});

it('a broken tokenizer.json is told with its path, and the text is checked all the same', async () => {
  workbench = await Workbench.open(qwen3Folder({ 'tokenizer.json': '{ "model": ' }));
  await workbench.openFile(template);
  await workbench.squiggle(({ text }) => text === CONDITION);
  await workbench.notification(/tokenizer\.json/);
  await workbench.screenshot('broken-tokenizer');
});

const hostile = {
  'a loop without an end': `{% for a in range(99999) %}{% for b in range(99999) %}{% set c = a * b %}{% endfor %}{% endfor %}{{ messages }}\n`,
  'a string without an end': `{% set ns = namespace(s='x') %}{% for i in range(200) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}{{ ns.s }}{{ messages }}\n`,
};

it.each(Object.entries(hostile))('%s leaves typing and other templates undisturbed', async (_, source) => {
  workbench = await Workbench.open(qwen3Folder({ 'chat_template.hostile.jinja': source }));
  await workbench.openFile('chat_template.hostile.jinja');
  await workbench.typeAtStart('{# typed while it runs #}');
  await workbench.pointOf('typed while it runs', 1);
  await workbench.squiggle(({ severity }) => severity === 'error', 40_000);
  await workbench.problems(/was stopped/);
  await workbench.openFile(template);
  await workbench.squiggle(({ text }) => text === CONDITION);
});

it('the server can be restarted', async () => {
  workbench = await Workbench.open(qwen3Folder());
  await workbench.openFile(template);
  await workbench.squiggle(({ text }) => text === CONDITION);
  await workbench.command('Chat Template: Restart Server');
  await workbench.noSquiggle(({ text }) => text === CONDITION);
  await workbench.squiggle(({ text }) => text === CONDITION);
});
