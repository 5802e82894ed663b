/** The model behind "Show Tokens": one conversation, token by token, with whose they are and what counts in the loss. */
import type { Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import type { LossMark, MessageTokens, TokenCell, TokensModel } from '../../../../protocol/views.ts';
import { conversationOf, type Trajectory } from '../../conversation/suite.ts';
import type { Analysis } from '../analysis.ts';
import { tracedText } from '../blame/causes.ts';
import type { Kwargs } from '../kwargs.ts';
import { hasGenerationBlocks } from '../properties/maskExact.ts';
import { lossShift } from '../tito/lossShift.ts';
import { rollOut } from '../tito/rollout.ts';
import { sampledSpans } from '../tito/sampledSpans.ts';
import { stopIdsOf } from '../tito/stops.ts';
import { renderView } from './tokenCells.ts';
import type { ViewedTemplate } from './tokenDiff.ts';

interface Choice {
  readonly id: string;
  readonly trajectory: Trajectory;
  readonly kwargs: Kwargs;
  readonly request: RenderRequest;
}

/** Null where no conversation of the suite renders at all. */
export function tokens(analysis: Analysis, viewed: ViewedTemplate, wanted?: string): TokensModel | null {
  const { subject, dialect } = analysis;
  const choices = choicesOf(analysis);
  const choice = choices.find(({ id }) => id === wanted) ?? choices.find(usesTools) ?? choices[0];
  if (choice === undefined) return null;
  const { request, trajectory } = choice;
  const render = renderView(subject, titleOf(request), request);
  const sampled = sampledSpans(subject, dialect, request);
  const hasBlocks = hasGenerationBlocks(subject);
  const masked = hasBlocks ? tracedText(subject, request).trace.generation() : null;
  const loss = lossMarks(render.tokens, sampled, masked);
  return {
    kind: 'tokens',
    ...viewed,
    title: trajectory.title,
    render,
    loss,
    hasBlocks,
    messages: messageTokens(render.tokens, request, loss),
    keptIds: keptIdsOf(analysis, choice),
    choices: choices.map(({ id }) => ({ id, label: id })),
    choice: choice.id,
  };
}

/** Every conversation under every setting that renders; people's own come first. */
function choicesOf({ subject, dialect }: Analysis): Choice[] {
  const own = subject.suite.filter(({ id }) => id.includes('#'));
  const trajectories = [...own, ...subject.suite.filter((one) => !own.includes(one))];
  return trajectories.flatMap((trajectory) =>
    subject.kwargs.flatMap((kwargs) => {
      const messages = dialect.spell(trajectory.messages);
      const addGenerationPrompt = messages.at(-1)?.role !== 'assistant';
      const request = { conversation: conversationOf(trajectory, kwargs, messages), addGenerationPrompt };
      const settings = Object.entries(kwargs).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      const id = [trajectory.id, ...settings].join(' · ');
      return subject.render(request).ok ? [{ id, trajectory, kwargs, request }] : [];
    }),
  );
}

const usesTools = ({ trajectory }: Choice) => trajectory.messages.some(({ role }) => role === 'tool');

function titleOf({ conversation, addGenerationPrompt }: RenderRequest): string {
  return `${conversation.messages.length} messages, generation prompt ${addGenerationPrompt ? 'on' : 'off'}`;
}

/** A token counts as soon as a part of it does, as trainers map spans to tokens. */
function lossMarks(
  cells: readonly TokenCell[],
  sampled: readonly Span[],
  masked: readonly Span[] | null,
): LossMark[] {
  const touches = (spans: readonly Span[], { start, end }: TokenCell) =>
    spans.some((span) => span.start < end && start < span.end);
  return cells.map((cell) => {
    const isSampled = touches(sampled, cell);
    if (masked === null) return isSampled ? 'sampled' : 'context';
    const isMasked = touches(masked, cell);
    if (isSampled) return isMasked ? 'trained' : 'hole';
    return isMasked ? 'leak' : 'context';
  });
}

/** Stretches of tokens of one message each, in order of the text. */
function messageTokens(
  cells: readonly TokenCell[],
  { conversation }: RenderRequest,
  loss: readonly LossMark[],
): MessageTokens[] {
  const stretches: { message: number; start: number; end: number }[] = [];
  cells.forEach(({ message }, index) => {
    const last = stretches.at(-1);
    if (last?.message === message) last.end = index + 1;
    else stretches.push({ message, start: index, end: index + 1 });
  });
  return stretches.map(({ message, start, end }) => ({
    message,
    role: conversation.messages[message]?.role ?? null,
    start,
    end,
    scaffold: cells.slice(start, end).filter(({ path }) => path === null || path.endsWith('.role')).length,
    sampled: loss.slice(start, end).filter((mark) => mark !== 'context' && mark !== 'leak').length,
  }));
}

function keptIdsOf({ subject, dialect }: Analysis, { trajectory, kwargs }: Choice): TokensModel['keptIds'] {
  const { tokenizer } = subject;
  if (tokenizer === null) return null;
  const stopIds = stopIdsOf(subject, dialect, tokenizer);
  const rollout = rollOut(trajectory, { subject, dialect, tokenizer, kwargs, stopIds });
  if (rollout === null) return null;
  const steps = rollout.steps.map(({ kind, from, to, buffer, rendered, parts }) => {
    const { kept, moved, lost } = lossShift(buffer, rendered);
    return {
      kind,
      from,
      to,
      kept: buffer.ids.length,
      rendered: rendered.length,
      parts,
      loss: { kept, moved: moved.length, lost: lost.length },
    };
  });
  return { steps, ended: rollout.ended };
}
