import type { Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { generationCuts } from '../../conversation/cuts.ts';
import { conversationOf } from '../../conversation/suite.ts';
import { tracedText } from '../blame/causes.ts';
import type { Dialect } from '../dialect.ts';
import { structureOf } from '../structure.ts';
import type { Subject } from '../subject.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import { faultProperty } from './faultProperty.ts';

export interface MaskFault {
  /** `hole`: sampled text outside every generation block. `leak`: text the model never samples inside one. */
  readonly kind: 'hole' | 'leak';
  readonly text: string;
}

export const maskExact = faultProperty<MaskFault>({
  id: 'mask.exact',
  title: 'The loss mask is the sampled region',
  definition:
    'generation spans of R(M, off) = what is sampled of each assistant turn, through its stop token',
  explanation: `\`generation\` blocks say which text is trained on. They must hold what the model samples in every branch:
reasoning, content, calls, and the stop token, so that the model learns to stop; and nothing else: no header, no
scaffold of the generation prompt, no tool result. Says nothing of templates without such blocks.`,
  examine({ subject, dialect }, examination) {
    if (!hasGenerationBlocks(subject))
      return examination.doesNotApply('the template has no generation block');
    for (const turn of sampledTurns(subject, dialect, (request) => examination.text(request))) {
      const { text, sampled, request, trajectory } = turn;
      const { trace } = tracedText(subject, request);
      for (const run of trace.runs()) {
        const { role } = request.conversation.messages[run.message] ?? {};
        const stretch = text.slice(run.start, run.end);
        if (!run.generation || role === undefined || role === 'assistant' || stretch.trim() === '') continue;
        const detail = `leak: ${JSON.stringify(stretch.slice(0, 80))} of a message of role ${role}`;
        examination.fault({ trajectory, request, at: { start: run.start, end: run.end }, detail }, run.site, {
          kind: 'leak',
          text: stretch,
        });
      }
      const spans = trace.generation().filter(({ end }) => end > turn.start);
      for (const { kind, at } of differences(text, sampled, spans)) {
        const site = trace.runs().find((run) => run.start < at.end && run.end > at.start)?.site ?? null;
        const stretch = text.slice(at.start, at.end);
        const detail = `${kind}: ${JSON.stringify(stretch.slice(0, 80))}`;
        examination.fault({ trajectory, request, at, detail }, site, { kind, text: stretch });
      }
    }
  },
});

/** One finished assistant turn at the end of a conversation, and the part of it that the model samples. */
export interface SampledTurn {
  readonly trajectory: string;
  readonly request: RenderRequest;
  readonly text: string;
  /** Where the text of earlier turns ends. */
  readonly start: number;
  readonly sampled: Span;
}

/** Every assistant turn of the suite whose prompt is a prefix of it. */
export function* sampledTurns(
  subject: Subject,
  dialect: Dialect,
  textOf: (request: RenderRequest) => string | null,
): Generator<SampledTurn> {
  const { stop } = structureOf(subject);
  for (const trajectory of subject.suite) {
    const messages = dialect.spell(trajectory.messages);
    for (const { before, after } of generationCuts(messages)) {
      const upTo = (end: number, addGenerationPrompt: boolean): RenderRequest => ({
        conversation: conversationOf(trajectory, {}, messages.slice(0, end)),
        addGenerationPrompt,
      });
      const prompt = textOf(upTo(before, true));
      const request = upTo(after, false);
      const text = textOf(request);
      if (prompt === null || text === null || !text.startsWith(prompt)) continue;
      const sampled = { start: prompt.length, end: endOfTurn(text, prompt.length, stop) };
      const start = promptStart(subject, upTo(before, false), prompt);
      yield { trajectory: trajectory.id, request, text, start, sampled };
    }
  }
}

export function hasGenerationBlocks({ program }: Subject): boolean {
  return [...nodesOf(program.template)].some(({ kind }) => kind === 'generation');
}

/** Where this turn's own text begins: spans of earlier turns are looked at in their own cuts. */
function promptStart(subject: Subject, request: RenderRequest, prompt: string): number {
  const history = subject.render(request);
  return history.ok && prompt.startsWith(history.text) ? history.text.length : 0;
}

/** Behind the stop marker of the turn; at its last character that is not blank where there is none. */
function endOfTurn(text: string, from: number, stop: string | null): number {
  const marker = stop === null ? -1 : text.lastIndexOf(stop);
  return marker >= from ? marker + stop!.length : text.trimEnd().length;
}

/** Stretches sampled and not masked, and masked and not sampled; blanks alone are no fault. */
function differences(
  text: string,
  sampled: Span,
  spans: readonly Span[],
): { kind: MaskFault['kind']; at: Span }[] {
  const found: { kind: MaskFault['kind']; at: Span }[] = [];
  const add = (kind: MaskFault['kind'], start: number, end: number) => {
    if (start < end && text.slice(start, end).trim() !== '') found.push({ kind, at: { start, end } });
  };
  let covered = sampled.start;
  for (const { start, end } of spans) {
    add('leak', start, Math.min(end, sampled.start));
    add('hole', covered, Math.min(start, sampled.end));
    add('leak', Math.max(start, sampled.end), end);
    covered = Math.max(covered, end);
  }
  add('hole', covered, sampled.end);
  return found;
}
