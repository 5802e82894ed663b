/** The turns whose drift is looked at: together they have everything that a perturbation may change. */
import type { Turn } from '../response/index.ts';

export const driftTurns: readonly Turn[] = [
  {
    id: 'a call',
    content: '',
    reasoning: null,
    calls: [
      {
        name: 'look_up',
        id: 'callone01',
        arguments: { city: 'Zürich', days: 12, share: 0.5, exact: true, tags: ['warm', 'dry'] },
      },
    ],
  },
  {
    id: 'reasoning and content',
    content: 'It is 21 degrees in Zürich.',
    reasoning: 'The thermometer says so.',
    calls: [],
  },
  { id: 'content', content: 'It is 21 degrees in Zürich.', reasoning: null, calls: [] },
];
