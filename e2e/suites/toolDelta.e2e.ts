/** "Chat Template: Show Tool Response Delta": the text and ids that a tool result adds. */
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureFailures } from '../support/failure.ts';
import { qwen3Folder, qwen3Template, template } from '../support/folders.ts';
import { Workbench, eventually } from '../support/workbench.ts';

const PRESERVING = qwen3Template().replace('loop.last or (not loop.last and reasoning_content)', 'true');

let workbench: Workbench;
let panel: FrameLocator;

beforeAll(async () => {
  workbench = await Workbench.open(qwen3Folder({ [template]: PRESERVING }));
  await workbench.openFile(template);
  await workbench.squiggle(({ severity }) => severity === 'warning');
});

afterAll(() => workbench.close());
pictureFailures(() => workbench);

it('shows the delta of a tool result, with ids', async () => {
  await workbench.command('Chat Template: Show Tool Response Delta');
  panel = await workbench.panel(/Tool Response Delta/);
  await panel.getByRole('gridcell').first().waitFor();
  expect(await panel.locator('body').innerText()).toContain('tool_response');
  await workbench.screenshot('tool-delta');
});

it('follows the tool result as it is edited', async () => {
  await panel.locator('textarea').fill('{"temperature": 21.5}');
  await eventually(
    async () => /temperature/.test(await panel.getByRole('grid', { name: 'Text of the delta' }).innerText()),
    15_000,
    'the delta of the edited result',
  );
  await workbench.screenshot('tool-delta-edited');
});

it('copies the ids as JSON', async () => {
  await workbench.allowClipboard();
  await panel
    .getByRole('button', { name: /^Copy ids/ })
    .first()
    .click();
  const copied = await eventually(
    async () => idsOf(await workbench.clipboard()),
    10_000,
    'ids in the clipboard',
  );
  expect(copied.length).toBeGreaterThan(5);
});

function idsOf(text: string): number[] | null {
  return /^\[[\d,\s]+\]$/.test(text) ? (JSON.parse(text) as number[]) : null;
}
