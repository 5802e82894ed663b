/** How long the command line works on one template: each render has its limits, but a check makes hundreds. */
import type { CertifyInput } from '../certify/index.ts';
import { plural } from '../report/words.ts';

/** Seconds; many times what the slowest of published templates takes, on a busy machine. */
export const defaultTimeout = 60;

/** From now on. */
export function timeLimit(seconds = defaultTimeout): Pick<CertifyInput, 'interrupted' | 'timeLimit'> {
  const end = performance.now() + seconds * 1000;
  return {
    interrupted: () => performance.now() > end,
    timeLimit: `after ${plural(seconds, 'second')} (--timeout allows more)`,
  };
}
