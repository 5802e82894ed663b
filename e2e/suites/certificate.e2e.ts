/** "Chat Template: Certify Template": from the lens to the certificate. */
import { expect, it } from 'vitest';
import { onStockQwen3, workbench } from '../support/stock.ts';

onStockQwen3();

it('is offered above the first line, with the verdict', async () => {
  const lens = workbench.page.locator('.codelens-decoration a', { hasText: /^Certify: FAIL/ });
  await lens.click();
  const panel = await workbench.panel(/Certificate/);
  await panel.getByRole('table').first().waitFor();
  await workbench.screenshot('certificate');
  const text = await panel.locator('body').innerText();
  for (const part of ['append.tool', 'Trainers and servers']) expect(text).toContain(part);
});
