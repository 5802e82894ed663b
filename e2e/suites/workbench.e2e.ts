import { afterAll, beforeAll, it } from 'vitest';
import { folderWith, template } from '../support/folders.ts';
import { Workbench, eventually } from '../support/workbench.ts';

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
  // The list is drawn anew while it is filled.
  await eventually(async () => (await row.count()) === 1, 30_000, 'one row of the extension');
});

it('opens a template in the editor', async () => {
  await workbench.command('View: Show Explorer');
  await workbench.openFile(template);
  await workbench.pointOf('messages');
});
