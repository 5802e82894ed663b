import { setFlagsFromString } from 'node:v8';

/**
 * Compiles only code that is really hot, in this thread and in workers that start later. Each template is new code, most
 * of which is run a few thousand times: of the processor time of a run over 59 templates, the compiler's threads took two
 * fifths, and a fifth like this.
 */
export function compilePatiently(): void {
  setFlagsFromString('--interrupt-budget=500000');
}
