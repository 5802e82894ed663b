/** The model behind "Show Token Diff": two renders, token by token, and where they part. */
import { diffArrays } from 'diff';
import type { DiffStretch, RenderView, TokenDiffModel } from '../../../../protocol/views.ts';
import type { Analysis } from '../analysis.ts';
import { sharedLength } from '../compare.ts';
import { choicesOf, type Choice } from './choices.ts';
import { renderView } from './tokenCells.ts';

export interface ViewedTemplate {
  readonly templateUri: string;
  readonly templateName: string;
  /** As the person would say it; null where there is none. */
  readonly tokenizer: string | null;
}

/** Null where no comparison of the suite renders at all. */
export function tokenDiff(
  analysis: Analysis,
  viewed: ViewedTemplate,
  wanted?: string,
): TokenDiffModel | null {
  const choices = choicesOf(analysis);
  const choice = choices.find(({ id }) => id === wanted) ?? choices[0];
  if (choice === undefined) return null;
  const before = renderView(analysis.subject, titleOf(choice, 'before'), choice.pair.before);
  const after = renderView(analysis.subject, titleOf(choice, 'after'), choice.pair.after);
  const shared = sharedLength(keysOf(before), keysOf(after));
  const preserved =
    analysis.subject.tokenizer === null
      ? after.text.startsWith(before.text)
      : shared === before.tokens.length;
  return {
    kind: 'token-diff',
    ...viewed,
    level: analysis.subject.tokenizer === null ? 'text' : 'tokens',
    property: choice.property,
    title: choice.label,
    explanation: explain(choice, before, shared, preserved),
    preserved,
    before,
    after,
    stretches: stretchesOf(keysOf(before), keysOf(after)),
    divergence: preserved ? null : { before: shared, after: shared },
    choices: choices.map(({ id, label, verdict }) => ({ id, label, verdict })),
    choice: choice.id,
  };
}

/** What makes two cells equal: the id, or the text where there are no ids. */
export function keysOf({ tokens }: Pick<RenderView, 'tokens'>): (string | number)[] {
  return tokens.map(({ id, text }) => (id < 0 ? text : id));
}

/** Stretches alternate between equal and changed: what is removed and added at one place is one change. */
export function stretchesOf(before: (string | number)[], after: (string | number)[]): DiffStretch[] {
  const stretches: DiffStretch[] = [];
  let here = 0;
  let there = 0;
  let change: DiffStretch | null = null;
  for (const { count, added, removed } of diffArrays(before, after)) {
    const start = { here, there };
    if (!added) here += count;
    if (!removed) there += count;
    const kind = added || removed ? 'changed' : 'equal';
    const joined = kind === 'changed' ? change : null;
    if (joined !== null) stretches.pop();
    const stretch: DiffStretch = {
      kind,
      before: { start: joined?.before.start ?? start.here, end: here },
      after: { start: joined?.after.start ?? start.there, end: there },
    };
    stretches.push(stretch);
    change = kind === 'changed' ? stretch : null;
  }
  return stretches;
}

/** `messages[:2], no generation prompt` */
function titleOf({ pair }: Choice, side: 'before' | 'after'): string {
  const { conversation, addGenerationPrompt } = pair[side];
  return `messages[:${conversation.messages.length}], generation prompt ${addGenerationPrompt ? 'on' : 'off'}`;
}

function explain({ property }: Choice, { tokens }: RenderView, shared: number, preserved: boolean): string {
  return preserved
    ? `${property} holds here: all ${tokens.length} tokens of the first render begin the second.`
    : `${property} fails here: the renders share ${shared} of ${tokens.length} tokens, then part.`;
}
