/** "Chat Template: Certify Template": from the lens to the certificate. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureFailures } from '../support/failure.ts';
import { qwen3Folder, template } from '../support/folders.ts';
import { Workbench } from '../support/workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await Workbench.open(qwen3Folder());
  await workbench.openFile(template);
  await workbench.squiggle(({ severity }) => severity === 'error');
});

afterAll(() => workbench.close());
pictureFailures(() => workbench);

it('is offered above the first line, with the verdict', async () => {
  const lens = workbench.page.locator('.codelens-decoration a', { hasText: /^Certify: FAIL/ });
  await lens.click();
  const panel = await workbench.panel(/Certificate/);
  await panel.getByRole('table').first().waitFor();
  await workbench.screenshot('certificate');
  const text = await panel.locator('body').innerText();
  for (const part of ['append.tool', 'Trainers and servers']) expect(text).toContain(part);
});
