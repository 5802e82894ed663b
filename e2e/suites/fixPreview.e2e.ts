/** A fix is looked at before it is taken: what it proves, and which renders it changes. */
import { expect, it } from 'vitest';
import { qwen3Template, readBack } from '../support/folders.ts';
import { folder, onStockQwen3, workbench } from '../support/stock.ts';
import { eventually } from '../support/workbench.ts';

onStockQwen3();

it('shows verdicts before and after, and leaves the template alone', async () => {
  const menu = await workbench.lightBulb('loop.last or');
  await menu
    .locator('.monaco-list-row', { hasText: /^Preview: Replace the condition/ })
    .first()
    .click();
  const preview = await workbench.markdownPreview();
  const shown = await eventually(
    async () => {
      const text = await preview.locator('body').innerText();
      return text.includes('append.tool') ? text : null;
    },
    30_000,
    'the proof of the fix',
  );
  await workbench.screenshot('fix-preview');
  expect(shown).toMatch(/append\.tool\s+fail.*\s+pass/i);
  expect(readBack(folder)).toBe(qwen3Template());
  await workbench.pointOf('loop.last or (not');
});
