import type { Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { generationCuts } from '../../conversation/cuts.ts';
import { conversationOf } from '../../conversation/suite.ts';
import { transformersMask, type Edge, type EdgeHazard } from '../../tokenizer/index.ts';
import { tracedText } from '../blame/causes.ts';
import { endOf } from '../markers.ts';
import { branchAround, foreignStretches, siteOf, unmaskedHistory } from '../probes/maskSites.ts';
import type { Dialect } from '../dialect.ts';
import { structureOf } from '../structure.ts';
import type { Subject } from '../subject.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import { faultProperty } from './faultProperty.ts';

export interface MaskFault {
  /** `hole`: sampled text outside every generation block. `leak`: text the model never samples inside one. `edge`: text is right, its tokens are not. */
  readonly kind: 'hole' | 'leak' | 'edge';
  readonly text: string;
  /** What is wrong with the tokens; null unless `kind` is `edge`. */
  readonly edge: MaskEdge | null;
  /** The condition that the text was written under, if any: what one branch leaves out is one fault. */
  readonly branch: Span | null;
}

export interface MaskEdge {
  readonly hazard: EdgeHazard;
  /** Tokens that `transformers` masks otherwise than their text asks for. */
  readonly tokens: number;
  /** Text on both sides of it. */
  readonly before: string;
  readonly behind: string;
}

export const maskExact = faultProperty<MaskFault>({
  id: 'mask.exact',
  title: 'The loss mask is the sampled region',
  definition:
    'generation spans of R(M, off) = what is sampled of each assistant turn, through its stop token',
  explanation: `\`generation\` blocks say which text is trained on. They must hold what the model samples in every branch:
reasoning, content, calls, and the stop token, so that the model learns to stop; and nothing else: no header, no
scaffold of the generation prompt, no tool result. Says nothing of templates without such blocks. The verdict is about
conversations to which no variables are passed; what is different where some are is said behind it.

With a tokenizer, the mask that \`return_assistant_tokens_mask\` makes of the spans is held against the tokens that lie in
them whole. It asks for the token of a span's first and last character, which goes wrong where an edge lies inside a
token, on a blank that no token has, on the first token of all, or on a character of several tokens.`,
  examine({ subject, dialect }, examination) {
    if (!hasGenerationBlocks(subject))
      return examination.doesNotApply('the template has no generation block');
    if (subject.tokenizer !== null) examination.comparedTokens();
    const textOf = (request: RenderRequest) => examination.text(request);
    for (const turn of sampledTurns(subject, dialect, textOf, subject.kwargs)) {
      const { text, sampled, request, trajectory } = turn;
      const { trace } = tracedText(subject, request);
      const spans = trace.generation().filter(({ end }) => end > turn.start);
      const wrong = differences(text, sampled, spans);
      if (Object.keys(request.conversation.kwargs).length > 0) {
        if (wrong[0]) examination.note(remarkOn(turn, wrong[0]));
        continue;
      }
      for (const { role, at, site } of foreignStretches(trace, request.conversation.messages)) {
        const stretch = text.slice(at.start, at.end);
        if (stretch.trim() === '') continue;
        const detail = `leak: ${JSON.stringify(stretch.slice(0, 80))} of a message of role ${role}`;
        examination.fault({ trajectory, request, at, detail }, site, {
          kind: 'leak',
          text: stretch,
          edge: null,
          branch: null,
        });
      }
      for (const edge of edgesOf(subject, text, trace.generation())) {
        if (edge.span.end <= turn.start) continue;
        const { at, ...fault } = edgeFault(text, edge);
        const site = trace.runs().find((run) => run.start <= at.start && run.end > at.start)?.site ?? null;
        const detail = `edge of the mask: ${edge.hazard}, between ${JSON.stringify(fault.edge?.before)} and ${JSON.stringify(fault.edge?.behind)}`;
        examination.fault({ trajectory, request, at, detail }, site, fault, 'tokens');
      }
      for (const { kind, at } of wrong) {
        const run = trace.runs().find(({ start, end }) => start < at.end && end > at.start);
        const stretch = text.slice(at.start, at.end);
        const detail = `${kind}: ${JSON.stringify(stretch.slice(0, 80))}`;
        const branch = run === undefined ? null : branchAround(trace, run);
        examination.fault(
          { trajectory, request, at, detail },
          run === undefined ? null : siteOf(subject, request, run),
          {
            kind,
            text: stretch,
            edge: null,
            branch,
          },
        );
      }
      for (const run of unmaskedHistory(trace, request.conversation.messages)) {
        const at = { start: run.start, end: run.end };
        const said = text.slice(at.start, at.end);
        const detail = `hole: ${JSON.stringify(said.slice(0, 80))} of an earlier turn`;
        const branch = branchAround(trace, run);
        examination.fault({ trajectory, request, at, detail }, siteOf(subject, request, run), {
          kind: 'hole',
          text: said,
          edge: null,
          branch,
        });
      }
    }
  },
});

/** Where variables are passed. Trainers that pass none are not touched by it: the verdict is about those. */
function remarkOn({ text, request }: SampledTurn, { kind, at }: { kind: 'hole' | 'leak'; at: Span }): string {
  const passed = Object.entries(request.conversation.kwargs).map(
    ([name, value]) => `${name} = ${JSON.stringify(value)}`,
  );
  const stretch = JSON.stringify(text.slice(at.start, at.end).slice(0, 80));
  const said =
    kind === 'leak' ? `${stretch} is trained on and not sampled` : `${stretch} is sampled and not trained on`;
  return `where ${passed.join(', ')} is passed, ${said}`;
}

function edgesOf(subject: Subject, text: string, spans: readonly Span[]): readonly Edge[] {
  const encoding = subject.encode(text);
  if (subject.tokenizer === null || encoding === null) return [];
  return transformersMask(subject.tokenizer, text, encoding, spans).edges;
}

/** The edge, at the character that gives the wrong token. */
function edgeFault(text: string, { hazard, span, tokens }: Edge): MaskFault & { at: Span } {
  const begins = hazard === 'lost' || hazard === 'outside before';
  const border = begins ? span.start : span.end;
  const at = begins ? { start: border, end: border + 1 } : { start: border - 1, end: border };
  const edge: MaskEdge = {
    hazard,
    tokens: tokens[1] - tokens[0],
    before: endOf(text.slice(0, border)),
    behind: text.slice(border, border + 12),
  };
  return { kind: 'edge', text: text.slice(at.start, at.end), edge, branch: null, at };
}

/** One finished assistant turn at the end of a conversation, and the part of it that the model samples. */
export interface SampledTurn {
  readonly trajectory: string;
  readonly request: RenderRequest;
  readonly text: string;
  /** Where the text of earlier turns ends. */
  readonly start: number;
  readonly sampled: Span;
}

/** Every assistant turn of the suite whose prompt is a prefix of it; `settings`: of kwargs, the defaults alone unless given. */
export function* sampledTurns(
  subject: Subject,
  dialect: Dialect,
  textOf: (request: RenderRequest) => string | null,
  settings: Subject['kwargs'] = [{}],
): Generator<SampledTurn> {
  const { stop } = structureOf(subject);
  for (const trajectory of subject.suite) {
    const messages = dialect.spell(trajectory.messages);
    for (const { before, after } of generationCuts(messages)) {
      for (const kwargs of settings) {
        const upTo = (end: number, addGenerationPrompt: boolean): RenderRequest => ({
          conversation: conversationOf(trajectory, kwargs, messages.slice(0, end)),
          addGenerationPrompt,
        });
        const prompt = textOf(upTo(before, true));
        const request = upTo(after, false);
        const text = textOf(request);
        if (prompt === null || text === null || !text.startsWith(prompt)) continue;
        const sampled = { start: prompt.length, end: endOfTurn(text, prompt.length, stop) };
        const start = promptStart(subject, upTo(before, false), prompt, request, before);
        yield { trajectory: trajectory.id, request, text, start, sampled };
      }
    }
  }
}

export function hasGenerationBlocks({ program }: Subject): boolean {
  return [...nodesOf(program.template)].some(({ kind }) => kind === 'generation');
}

/**
 * Where this turn's own text begins: spans of earlier turns are looked at in their own cuts. Where history is no prefix
 * of the prompt, it begins at the first text that the turn's messages (those from `first` on) wrote.
 */
function promptStart(
  subject: Subject,
  history: RenderRequest,
  prompt: string,
  whole: RenderRequest,
  first: number,
): number {
  const rendered = subject.render(history);
  if (rendered.ok && prompt.startsWith(rendered.text)) return rendered.text.length;
  const runs = tracedText(subject, whole).trace.runs();
  return runs.find(({ message }) => message >= first)?.start ?? 0;
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
): { kind: 'hole' | 'leak'; at: Span }[] {
  const found: { kind: 'hole' | 'leak'; at: Span }[] = [];
  const add = (kind: 'hole' | 'leak', start: number, end: number) => {
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
