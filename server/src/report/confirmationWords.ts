/** How reports speak of what a real Python said. */
import type { PythonConfirmation, PythonVersions } from '../../../protocol/confirmation.ts';
import { plural } from './words.ts';

/** `confirmed by Jinja2 3.1.6 (Python 3.11.7, transformers 4.57.1): 212 of 212 renders` */
export function confirmationLine(confirmation: PythonConfirmation): string {
  const { renders, confirmed } = confirmation;
  if (renders === 0) return `nothing was rendered that ${pythonName(confirmation)} could confirm`;
  const verdict = confirmed === renders ? 'confirmed' : 'not confirmed';
  return `${verdict} by ${pythonName(confirmation)}: ${confirmed} of ${plural(renders, 'render')}`;
}

export function pythonName({ python, jinja2, transformers }: PythonVersions): string {
  return `Jinja2 ${jinja2} (Python ${python}, ${transformers === null ? 'no transformers' : `transformers ${transformers}`})`;
}
