/** What training makes of a conversation, in numbers and in words. */
import type { KeptIdsStep, LossMark, TokensModel } from '../../../protocol/views.ts';
import { counted } from './summary.ts';

export type LossCounts = Readonly<Record<LossMark, number>>;

export function lossCounts(loss: readonly LossMark[]): LossCounts {
  const counts = { trained: 0, sampled: 0, hole: 0, leak: 0, context: 0 };
  for (const mark of loss) counts[mark]++;
  return counts;
}

/** `messages[2]`, `messages[2:4]` */
export function rangeText({ from, to }: Pick<KeptIdsStep, 'from' | 'to'>): string {
  return to - from === 1 ? `messages[${from}]` : `messages[${from}:${to}]`;
}

export const stepWords: Readonly<
  Record<KeptIdsStep['kind'], { readonly does: string; readonly how: string }>
> = {
  sampled: { does: 'sampled', how: 'The turn is kept as it was sampled, through its stop token.' },
  delta: { does: 'appended', how: 'What the dummy conversation says is appended behind the stop token.' },
  difference: { does: 'appended', how: 'What the render has more than the one before is appended.' },
  rewrite: {
    does: 'rewrites',
    how: 'What stands before these messages changes: what was sampled so far is context from here on.',
  },
};

/** One sentence: whether kept ids and ids rendered anew are the same, and what becomes of the loss. */
export function keptIdsText({ steps, ended }: NonNullable<TokensModel['keptIds']>): string {
  const parting = steps.find(({ parts }) => parts !== null);
  if (parting !== undefined) {
    const { moved, lost } = parting.loss;
    return `They part at ${rangeText(parting)}: rendering anew moves ${counted(moved, 'loss position')} and loses ${lost.toLocaleString('en')}`;
  }
  if (steps.length === 0) return `Nothing could be run: ${ended ?? 'nothing is sampled'}`;
  const same = `The same ids after ${steps.length === 1 ? 'the only step' : `each of ${steps.length} steps`}`;
  return ended === null ? same : `${same}; then it ends`;
}
