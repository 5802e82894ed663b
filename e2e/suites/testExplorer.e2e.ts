/** The testing view: templates as tests, a property's failure with what was expected and what came. */
import { expect, it } from 'vitest';
import { template } from '../support/folders.ts';
import { onStockQwen3, workbench } from '../support/stock.ts';
import { eventually } from '../support/workbench.ts';

onStockQwen3();

it('certifies a template when its test is run, and lists what each property says', async () => {
  await workbench.command('Testing: Focus on Test Explorer View');
  const tree = workbench.page.locator('.test-explorer .monaco-list');
  const row = tree.locator('.monaco-list-row', { hasText: template });
  await row.first().click();
  await workbench.command('Test: Run All Tests');
  await tree
    .locator('.monaco-list-row [class*="testing-error"], .monaco-list-row [class*="testing-failed"]')
    .first()
    .waitFor();
  await row.first().click();
  await workbench.page.keyboard.press('ArrowRight');
  const failed = tree.locator('.monaco-list-row', { hasText: 'append.tool' }).first();
  await failed.waitFor();
  await workbench.screenshot('test-explorer');
  // A row may be there before its verdict is.
  await eventually(
    async () => /append\.tool.*failed/i.test((await failed.getAttribute('aria-label')) ?? ''),
    30_000,
    'append.tool as failed',
  );
});

it('opens the token diff of a witness from the certificate, beside the template', async () => {
  await workbench.command('Chat Template: Certify Template');
  const panel = await workbench.panel(/Certificate/);
  await panel.getByRole('heading').first().click();
  const groups = workbench.page.locator('.editor-group-container');
  await groups.and(workbench.page.locator('.active')).locator('.tab', { hasText: 'Certificate' }).waitFor();
  await panel
    .getByRole('row', { name: /append\.tool/ })
    .getByRole('button')
    .first()
    .click();
  const diff = await workbench.panel(/Token Diff/);
  await diff.getByRole('grid').first().waitFor();
  expect(await groups.count()).toBe(2);
  await workbench.screenshot('witness');
});
