/** "Chat Template: Show Token Diff": both renders token by token, and the way back into the template. */
import type { FrameLocator } from 'playwright-core';
import { expect, it } from 'vitest';
import { onStockQwen3, workbench } from '../support/stock.ts';
import { eventually } from '../support/workbench.ts';

const TITLE = /Token Diff/;
const IM_START = '151644';
const THINK = '151667';

let panel: FrameLocator;

onStockQwen3();

it('opens beside the template', async () => {
  await workbench.command('Chat Template: Show Token Diff');
  panel = await workbench.panel(TITLE);
  await panel.getByRole('grid').waitFor();
  await workbench.screenshot('token-diff');
});

it('says that history is not preserved, and where the renders part', async () => {
  await panel.locator('.badge', { hasText: 'Not preserved' }).waitFor();
  expect(await panel.locator('.seam-diverges').innerText()).toMatch(/diverge/i);
});

it('shows id, text and origin of a token on hover', async () => {
  await token('<|im_start|>').hover();
  const tip = panel.getByRole('tooltip');
  await tip.waitFor();
  expect(await tip.innerText()).toContain(IM_START);
  await workbench.screenshot('token-diff-hover');
  await workbench.page.mouse.move(0, 0);
  await tip.waitFor({ state: 'hidden' });
});

it('marks the think tokens as gone', async () => {
  const think = token('<think>');
  expect(await think.getAttribute('class')).toContain('token-removed');
  expect(await think.getAttribute('aria-label')).toContain(THINK);
});

it('selects in the template what wrote the token that is clicked', async () => {
  await token('<think>').click();
  const selected = await eventually(async () => (await workbench.selection())[0], 10_000, 'a selection');
  expect(selected).toEqual({ line: 41, text: "'\\n<think>\\n'" });
});

it('stays open with its comparison over a reload of the window', async () => {
  await workbench.reload();
  panel = await workbench.panel(TITLE);
  await panel.locator('.badge', { hasText: 'Not preserved' }).waitFor({ timeout: 60_000 });
  await token('<think>').waitFor();
});

function token(text: string) {
  return panel.locator('[data-position]', { hasText: text }).first();
}
