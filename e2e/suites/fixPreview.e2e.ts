/** A fix is looked at before it is taken: what it proves, and which renders it changes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureFailures } from '../support/failure.ts';
import { qwen3Folder, template } from '../support/folders.ts';
import { Workbench, eventually } from '../support/workbench.ts';

const CONDITION = 'loop.last or (not loop.last and reasoning_content)';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await Workbench.open(qwen3Folder());
  await workbench.openFile(template);
  await workbench.squiggle(({ text }) => text === CONDITION);
});

afterAll(() => workbench.close());
pictureFailures(() => workbench);

it('shows verdicts before and after, and leaves the template alone', async () => {
  const menu = await workbench.lightBulb('loop.last or');
  await menu
    .locator('.monaco-list-row', { hasText: /^Preview: Replace the condition/ })
    .first()
    .click();
  const preview = await workbench.panel(/Preview/);
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
  expect(await workbench.squiggle(({ text }) => text === CONDITION)).toBeDefined();
});
