/** "Chat Template: Show Round-Trip Drift": a sampled turn, the message it is read as, and the turn rendered again. */
import type { FrameLocator } from 'playwright-core';
import { expect, it } from 'vitest';
import { onStockQwen3, workbench } from '../support/stock.ts';
import { eventually } from '../support/workbench.ts';

let panel: FrameLocator;

onStockQwen3();

const badge = () => panel.locator('.badge').innerText();
const says = (text: RegExp, what: string) => eventually(async () => text.test(await badge()), 15_000, what);

it("shows the template's own turn, which comes back", async () => {
  await workbench.command('Chat Template: Show Round-Trip Drift');
  panel = await workbench.panel(/Round-Trip Drift/);
  await panel.getByRole('gridcell').first().waitFor();
  await says(/Comes back/, 'a turn that comes back');
  expect(await panel.locator('.parsed').innerText()).toContain('look_up');
});

it('shows what a turn that is offered becomes', async () => {
  await panel
    .getByRole('combobox', { name: 'Turns to start from' })
    .selectOption({ label: 'a call: JSON without blanks' });
  await says(/text differs/, 'JSON without blanks as other text');
  await workbench.screenshot('round-trip');
  await panel
    .getByRole('combobox', { name: 'Turns to start from' })
    .selectOption({ label: 'a call: the same text in other tokens' });
  await says(/ids differ/, 'other tokens as other ids');
  await workbench.screenshot('round-trip-ids');
});

it('reads what is typed', async () => {
  await panel.getByRole('radio', { name: 'Text' }).click();
  await panel
    .locator('textarea')
    .fill('<think>\n\n</think>\n\n<tool_call>\n{"name": nothing}\n</tool_call><|im_end|>');
  await says(/Not all read/, 'a call that is no JSON');
  expect(await panel.locator('.malformed').innerText()).toContain('a value is missing');
});
