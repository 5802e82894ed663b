import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderWith, template } from '../support/folders.ts';
import { Workbench } from '../support/workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await Workbench.open(folderWith({ [template]: '{{ messages[0].content }}\n' }));
});

afterAll(() => workbench.close());

it('has the packed extension installed', async () => {
  await workbench.command('Extensions: Show Installed Extensions');
  const row = workbench.page.locator('.extensions-list .monaco-list-row', {
    hasText: 'Chat Template Studio',
  });
  await row.first().waitFor();
  expect(await row.count()).toBe(1);
  await workbench.command('View: Show Explorer');
});

it('opens a template in the editor', async () => {
  await workbench.openFile(template);
  await workbench.pointOf('messages');
});
