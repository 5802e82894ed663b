/** Most suites begin alike: a window in which stock Qwen3's template is open and its fault is underlined. */
import { afterAll, beforeAll } from 'vitest';
import { pictureFailures } from './failure.ts';
import { qwen3Folder, template } from './folders.ts';
import { Workbench } from './workbench.ts';

/** Set before the first test of a suite that called `onStockQwen3`. */
export let workbench: Workbench;
export let folder: string;

/** Call at the top of a suite: opens the window before its tests, closes it behind them. */
export function onStockQwen3(): void {
  beforeAll(async () => {
    folder = qwen3Folder();
    workbench = await Workbench.open(folder);
    await workbench.openFile(template);
    await workbench.squiggle(({ severity }) => severity === 'error');
  });
  afterAll(() => workbench.close());
  pictureFailures(() => workbench);
}
