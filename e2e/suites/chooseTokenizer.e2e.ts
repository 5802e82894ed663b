/** "Chat Template: Choose Tokenizer...": one that is here, and one that is downloaded by its name. */
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureFailures } from '../support/failure.ts';
import { cacheQwen3, folderWith, qwen3Template, readBack, template } from '../support/folders.ts';
import { MARKERS, REMOTE_MODEL } from '../support/hub.ts';
import { Workbench, eventually } from '../support/workbench.ts';

const CACHED_MODEL = 'Qwen/Qwen3-8B';
const COMMAND = 'Chat Template: Choose Tokenizer...';
const SETTINGS = '.vscode/settings.json';

let workbench: Workbench;
let folder: string;
let panel: FrameLocator;

beforeAll(async () => {
  cacheQwen3(CACHED_MODEL);
  folder = folderWith({ [template]: qwen3Template() });
  workbench = await Workbench.open(folder);
  await workbench.openFile(template);
  await workbench.squiggle(({ severity }) => severity === 'error');
  await workbench.command('Chat Template: Show Token Diff');
  panel = await workbench.panel(/Token Diff/);
});

afterAll(() => workbench.close());
pictureFailures(() => workbench);

it('takes a model from the cache, for the folder', async () => {
  await workbench.showTab(template);
  await workbench.pick(COMMAND, CACHED_MODEL);
  await untilTokenHas('<|im_start|>', '151644');
  expect(settingOf(readBack(folder, SETTINGS))).toBe(CACHED_MODEL);
});

it('downloads a model whose name is typed', async () => {
  await workbench.showTab(template);
  await workbench.pick(COMMAND, REMOTE_MODEL);
  await untilTokenHas('<|im_start|>', String(MARKERS['<|im_start|>']));
  expect(settingOf(readBack(folder, SETTINGS))).toBe(REMOTE_MODEL);
  await workbench.screenshot('tokenizer-downloaded');
});

it('says why a model can not be had', async () => {
  await workbench.showTab(template);
  await workbench.pick(COMMAND, 'studio/none');
  await workbench.notification(/There is no model studio\/none/);
  expect(settingOf(readBack(folder, SETTINGS))).toBe(REMOTE_MODEL);
});

it('tells what is in use, and what was chosen last', async () => {
  await workbench.showTab(template);
  await workbench.command(COMMAND);
  const entry = workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'in use' });
  await entry.waitFor();
  expect(await entry.innerText()).toContain(REMOTE_MODEL);
  await workbench.page.locator('.quick-input-list', { hasText: 'recent' }).waitFor();
  await workbench.screenshot('choose-tokenizer');
  await workbench.page.keyboard.press('Escape');
});

const settingOf = (text: string): unknown =>
  (JSON.parse(text) as Record<string, unknown>)['chatTemplate.tokenizer'];

/** The token's label tells its id. */
async function untilTokenHas(text: string, id: string): Promise<void> {
  const token = panel.locator('[data-position]', { hasText: text }).first();
  await eventually(
    async () => (await token.getAttribute('aria-label').catch(() => null))?.includes(id),
    60_000,
    `a token ${text} with the id ${id}`,
  );
}
