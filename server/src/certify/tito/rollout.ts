/**
 * A trajectory as a trainer would have run it: the turns are taken as sampled, kept in a token buffer, and compared
 * with what rendering the messages anew gives after each step. Token-In, Token-Out against message-in, message-out.
 */
import type { Conversation, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { conversationOf, type Trajectory } from '../../conversation/suite.ts';
import { BufferError, TokenBuffer, type Snapshot } from '../../tito/index.ts';
import { joinDelta } from '../../tokenizer/index.ts';
import { sharedLength } from '../compare.ts';
import { dummyDelta, type DummyContext } from './dummyDelta.ts';
import { throughStop } from './stops.ts';

export interface RolloutStep {
  /**
   * `sampled`: a turn. `delta`: messages, appended as the dummy says. `difference`: messages for which the dummy has
   * no delta, appended as the two renders differ. `rewrite`: messages that change what stands before them.
   */
  readonly kind: 'sampled' | 'delta' | 'difference' | 'rewrite';
  /** `messages[from, to)` are what the step is about. */
  readonly from: number;
  readonly to: number;
  /** Text behind what was there: sampled, or appended. */
  readonly text: string;
  readonly ids: readonly number[];
  /** The buffer as it would go on if nothing were rendered anew: after a rewrite, as it was before. */
  readonly buffer: Snapshot;
  /** The whole conversation so far, and its ids. */
  readonly request: RenderRequest;
  readonly rendered: readonly number[];
  /** Whether the buffer's text is the render's, or its beginning where a turn was sampled. */
  readonly sameText: boolean;
  /** First position at which buffer and render differ; null where the render begins with the buffer. */
  readonly parts: number | null;
}

export interface Rollout {
  readonly trajectory: string;
  readonly kwargs: Conversation['kwargs'];
  readonly prompt: { readonly text: string; readonly ids: readonly number[] } | null;
  readonly steps: readonly RolloutStep[];
  readonly buffer: Snapshot;
  /** Why it ends before the trajectory does, in words; null where it does not. */
  readonly ended: string | null;
}

/**
 * Position in the render at which an append is wrong: its text is another, or its ids are not those that the render
 * has for it. Null where it is right, whatever became of what was sampled before.
 */
export function wrongAppendAt({ ids, sameText, rendered, parts }: RolloutStep): number | null {
  if (!sameText) return parts ?? rendered.length;
  const start = rendered.length - ids.length;
  const other = ids.findIndex((id, index) => id !== rendered[start + index]);
  return other < 0 ? null : Math.max(start + other, 0);
}

/** Null where the trajectory asks nothing of the model, or its prompt does not render, or is nothing. */
export function rollOut(trajectory: Trajectory, context: DummyContext): Rollout | null {
  const messages = context.dialect.spell(trajectory.messages);
  const first = messages.findIndex(({ role }, index) => role === 'assistant' && index > 0);
  if (first < 0 || context.stopIds.length === 0) return null;
  const run = new Run(trajectory, messages, context);
  const prompt = run.textOf(first, true);
  const ids = prompt === null ? [] : run.idsOf(prompt);
  if (prompt === null || ids.length === 0) return null;
  run.start(prompt, ids);
  const steps: RolloutStep[] = [];
  let ended: string | null = null;
  for (let at = first; at < messages.length && ended === null;) {
    const next = nextStep(run, at, messages[at]!.role);
    if (typeof next === 'string') ended = next;
    else {
      steps.push(next);
      at = next.to;
    }
  }
  return {
    trajectory: trajectory.id,
    kwargs: context.kwargs,
    prompt: { text: prompt, ids },
    steps,
    buffer: run.buffer.snapshot(),
    ended,
  };
}

/** What a buffer refuses is a conversation that no trainer could have sampled: two turns without a word between. */
function nextStep(run: Run, at: number, role: string): RolloutStep | string {
  try {
    return role === 'assistant' ? run.sample(at) : run.append(at);
  } catch (error) {
    if (error instanceof BufferError) return error.message;
    throw error;
  }
}

class Run {
  readonly buffer: TokenBuffer;
  /** Of what is in the buffer. */
  private text = '';
  /** What stands behind the last stop token of the history: it belongs to the next delta. */
  private tail = '';

  constructor(
    private readonly trajectory: Trajectory,
    private readonly messages: readonly Message[],
    private readonly context: DummyContext,
  ) {
    this.buffer = new TokenBuffer({ stopIds: context.stopIds });
  }

  start(prompt: string, ids: readonly number[]): void {
    this.text = prompt;
    this.buffer.prompt(ids);
  }

  /** The assistant's turn at `at`, as if sampled; a text says why it can't be known. */
  sample(at: number): RolloutStep | string {
    const asked = this.textOf(at, true);
    const done = this.textOf(at + 1, false);
    if (asked === null || done === null) return 'the template raised';
    if (!done.startsWith(asked))
      return `messages[${at}] does not begin with the prompt that asked for it (seam.generation)`;
    const promptIds = this.idsOf(asked);
    const whole = this.context.subject.encode(done)!;
    const holds = sharedLength(promptIds, whole.ids) === promptIds.length;
    const rest = done.slice(asked.length);
    const sampled = holds
      ? throughStop(whole, promptIds.length, this.context.stopIds)
      : throughStop(this.context.subject.encode(rest)!, 0, this.context.stopIds);
    if (sampled === null) return `messages[${at}] ends at no stop token (stop.known)`;
    const end = sampled.end - (holds ? asked.length : 0);
    this.tail = rest.slice(end);
    this.text += rest.slice(0, end);
    this.buffer.sample(sampled.ids);
    return this.step('sampled', at, at + 1, rest.slice(0, end), sampled.ids, this.buffer.snapshot());
  }

  /** All messages up to the next turn of the assistant. */
  append(at: number): RolloutStep | string {
    let to = at;
    while (to < this.messages.length && this.messages[to]!.role !== 'assistant') to += 1;
    const history = this.textOf(at, false);
    const whole = this.textOf(to, true);
    if (history === null || whole === null) return 'the template raised';
    const appended = this.messages.slice(at, to);
    const [{ role }] = appended as [Message];
    const alike = appended.every((message) => message.role === role) && (role === 'tool' || to - at === 1);
    const dummy = role === 'tool' && alike ? dummyDelta(appended, this.context) : null;
    if (dummy?.ok) return this.join('delta', at, to, dummy.tail + dummy.text);
    if (whole.startsWith(history))
      return this.join('difference', at, to, this.tail + whole.slice(history.length));
    const before = this.buffer.snapshot();
    const ids = this.idsOf(whole);
    const step = this.step('rewrite', at, to, whole, ids, before);
    this.text = whole;
    this.buffer.rewrite(ids, `messages[${at}] changes what stands before it`);
    return step;
  }

  private join(kind: 'delta' | 'difference', from: number, to: number, text: string): RolloutStep {
    const { tokenizer, stopIds } = this.context;
    const seam = joinDelta(tokenizer, this.buffer.snapshot().ids, stopIds, text);
    this.buffer.join(seam);
    this.text += text;
    return this.step(kind, from, to, text, [...seam.appended], this.buffer.snapshot());
  }

  private step(
    kind: RolloutStep['kind'],
    from: number,
    to: number,
    text: string,
    ids: readonly number[],
    buffer: Snapshot,
  ): RolloutStep {
    const request = this.request(to, kind !== 'sampled');
    const whole = this.textOf(to, kind !== 'sampled')!;
    const rendered = this.idsOf(whole);
    const shared = sharedLength(buffer.ids, rendered);
    const length = kind === 'sampled' ? buffer.ids.length : Math.max(buffer.ids.length, rendered.length);
    const parts = shared === length ? null : shared;
    const sameText = kind === 'sampled' ? whole.startsWith(this.text) : whole === this.text;
    return { kind, from, to, text, ids, buffer, request, rendered, sameText, parts };
  }

  textOf(end: number, addGenerationPrompt: boolean): string | null {
    const rendered = this.context.subject.render(this.request(end, addGenerationPrompt));
    return rendered.ok ? rendered.text : null;
  }

  idsOf(text: string): number[] {
    return [...this.context.subject.encode(text)!.ids];
  }

  private request(end: number, addGenerationPrompt: boolean): RenderRequest {
    return {
      conversation: conversationOf(this.trajectory, this.context.kwargs, this.messages.slice(0, end)),
      addGenerationPrompt,
    };
  }
}
