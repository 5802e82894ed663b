import { afterEach } from 'vitest';
import type { Workbench } from './workbench.ts';

/** A picture of the window where a test failed. Call it after the hook that closes the window: hooks run backwards. */
export function pictureFailures(workbench: () => Workbench | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await workbench()?.screenshot(`failed/${task.name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)}`);
  });
}
