/** "Chat Template: Show Tokens" and "Export TITO Kit...": a conversation's ids, and what to append to them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureFailures } from '../support/failure.ts';
import { qwen3Folder, qwen3Template, template } from '../support/folders.ts';
import { Workbench, eventually } from '../support/workbench.ts';

const PRESERVING = qwen3Template().replace('loop.last or (not loop.last and reasoning_content)', 'true');

let workbench: Workbench;
let panel: FrameLocator;
let folder: string;

beforeAll(async () => {
  folder = qwen3Folder({ [template]: PRESERVING, 'stock.chat_template.jinja': qwen3Template() });
  workbench = await Workbench.open(folder);
  await workbench.openFile(template);
  await workbench.squiggle(({ severity }) => severity === 'warning');
});

afterAll(() => workbench.close());
pictureFailures(() => workbench);

it('shows whose tokens are, and which are sampled', async () => {
  await workbench.command('Chat Template: Show Tokens');
  panel = await workbench.panel(/Tokens: /);
  await panel.locator('.heading', { hasText: 'messages[1]' }).waitFor();
  expect(await panel.locator('.loss-legend').innerText()).toContain('No generation block');
  await panel.getByText('The same ids after each of 3 steps').waitFor();
  await workbench.screenshot('tokens');
});

it('shows another conversation, and finds a token by its id', async () => {
  await panel.getByLabel('Conversation', { exact: true }).selectOption('parallel-calls');
  await panel.getByRole('heading', { name: 'Two calls in parallel' }).waitFor();
  await panel.getByRole('button', { name: 'Find' }).click();
  await panel.getByLabel('Find text or a token id').fill('151657');
  await panel.getByLabel('Find text or a token id').press('Enter');
  await panel.getByText(/^1 of \d+$/).waitFor();
  await workbench.screenshot('tokens-search');
});

it('copies the ids', async () => {
  await workbench.allowClipboard();
  await panel.getByRole('button', { name: 'Copy ids of the conversation' }).click();
  const copied = await eventually(
    async () => /^\[[\d,\s]+\]$/.exec(await workbench.clipboard())?.[0],
    10_000,
    'ids in the clipboard',
  );
  expect((JSON.parse(copied) as number[]).length).toBeGreaterThan(400);
});

it('says where kept ids and ids rendered anew part', async () => {
  // The panel has the focus: a file opens where the focus is.
  await workbench.showTab(template);
  await workbench.openFile('stock.chat_template.jinja');
  await workbench.squiggle(({ severity }) => severity === 'error');
  await workbench.command('Chat Template: Show Tokens');
  panel = await workbench.panel(/Tokens: stock/);
  await panel.getByText('They part at messages[2]').click();
  await panel.getByRole('columnheader', { name: 'Moved' }).waitFor();
  await workbench.screenshot('tokens-kept-ids');
});

it('has no kit for a template that rewrites history', async () => {
  await workbench.showTab('stock.chat_template.jinja');
  await workbench.command('Chat Template: Export TITO Kit');
  await workbench.notification(/not prefix-preserving for tools/);
});

it('exports one for a template that does not', async () => {
  await workbench.showTab(template);
  await workbench.command('Chat Template: Export TITO Kit');
  const dialog = workbench.page.locator('.quick-input-widget', { hasText: 'Folder for the TITO Kit' });
  await dialog.waitFor();
  await workbench.screenshot('kit-folder');
  await dialog.getByRole('button', { name: 'Export Here' }).click();
  const kit = join(folder, 'tito-kit.json');
  await eventually(() => Promise.resolve(existsSync(kit)), 30_000, 'the kit on disk');
  await workbench.notification(/have the ids of the whole render/);
  expect(JSON.parse(readFileSync(kit, 'utf8'))).toMatchObject({ format: 1, kwargs: {} });
  expect(readFileSync(join(folder, 'tito_kit.py'), 'utf8')).toContain('class Sample');
});
