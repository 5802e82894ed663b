import { laterToolCuts } from '../../conversation/cuts.ts';
import { prefixProperty, suitePairs } from './prefixProperty.ts';

export const appendToolSplit = prefixProperty({
  id: 'append.tool-split',
  title: 'Tool append, one by one',
  definition: 'the same as append.tool, with each result of a batch appended in its own step',
  explanation: `Results of parallel calls arrive one after the other. Templates that put them into one group close the group
behind the last one: once another arrives, the closer is gone. Such a template is safe for a trainer or server that
appends all results of a turn in one batch, and only for that.`,
  pairs: (input) => suitePairs(input, laterToolCuts, { before: false, after: true }),
});
