/** Every profile, in the order a certificate lists them. */
import { finetuningProfiles } from './finetuning.ts';
import type { Profile } from './profile.ts';
import { reinforcementProfiles } from './reinforcement.ts';
import { servingProfiles } from './serving.ts';

export const profiles: readonly Profile[] = [
  ...reinforcementProfiles,
  ...finetuningProfiles,
  ...servingProfiles,
];

export function profileOf(id: string): Profile | undefined {
  return profiles.find((profile) => profile.id === id);
}
