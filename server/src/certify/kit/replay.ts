/**
 * Runs the suite with the rules of a kit, and holds every append against the render of the whole conversation: the same
 * text, and the same ids for what is appended. What is sampled may be spelt otherwise when it is rendered anew, where
 * it merges with its prompt: that is why a trainer keeps it.
 */
import type { Message } from '../../../../protocol/conversation.ts';
import type { Appended, AppendRule, KitRollout, KitStep } from '../../../../protocol/titoKit.ts';
import { lossPositions } from '../../tito/index.ts';
import type { DummyContext } from '../tito/dummyDelta.ts';
import { rollOut, wrongAppendAt, type Rollout, type RolloutStep } from '../tito/rollout.ts';
import { appendText } from './appendRule.ts';

export interface Replay {
  /** As far as the rules go, each through its last turn that follows an append. */
  readonly rollouts: readonly KitRollout[];
  /** Conversations with an append, those of them with all ids as rendered, and appends. */
  readonly conversations: number;
  readonly same: number;
  readonly appends: number;
  /** Where a rule does not hold, in words; null where it holds everywhere. */
  readonly broken: string | null;
  /** Why the first run that ended early did. */
  readonly ended: string | null;
}

/** `user` null: conversations are run until a user speaks again. */
export function replay(context: DummyContext, tool: AppendRule, user: AppendRule | null): Replay {
  const rollouts: KitRollout[] = [];
  let appends = 0;
  let ended: string | null = null;
  for (const trajectory of context.subject.suite) {
    const messages = context.dialect.spell(trajectory.messages);
    const rollout = rollOut(trajectory, context);
    ended ??= rollout?.ended ?? null;
    const steps: RolloutStep[] = [];
    for (const step of rollout?.steps ?? []) {
      const appended = messages.slice(step.from, step.to);
      const rule = ruleFor(step, appended, tool, user);
      if (rule === null) break;
      if (rule !== 'sampled') {
        const broken =
          unwrittenCall(trajectory.id, steps.at(-1), messages) ??
          brokenAt(trajectory.id, step, rule, appended);
        if (broken !== null) return { rollouts: [], conversations: 0, same: 0, appends: 0, broken, ended };
      }
      steps.push(step);
    }
    const appending = steps.filter(({ kind }) => kind !== 'sampled').length;
    if (appending === 0) continue;
    appends += appending;
    rollouts.push(recorded(rollout!, steps, messages));
  }
  const same = rollouts.filter(({ parts }) => parts === null).length;
  return { rollouts, conversations: rollouts.length, same, appends, broken: null, ended };
}

/** Null where no rule of the kit speaks of the step: the conversation is recorded up to there. */
function ruleFor(
  { kind }: RolloutStep,
  appended: readonly Message[],
  tool: AppendRule,
  user: AppendRule | null,
): AppendRule | 'sampled' | null {
  if (kind === 'sampled') return 'sampled';
  const [{ role }] = appended as [Message];
  if (appended.some((message) => message.role !== role)) return null;
  if (appended.some(({ content }) => typeof content !== 'string')) return null;
  const rule = role === 'tool' ? tool : role === 'user' ? user : null;
  return rule !== null && (appended.length === 1 || rule.separator !== null) ? rule : null;
}

/** The rule against the step, and the step against the render. */
function brokenAt(
  trajectory: string,
  step: RolloutStep,
  rule: AppendRule,
  appended: readonly Message[],
): string | null {
  const { kind, from, text } = step;
  const where = `in the conversation "${trajectory}", at messages[${from}],`;
  if (kind === 'rewrite') return `${where} what stands before the new message changes`;
  const expected = appendText(rule, appended.map(fieldsOf));
  if (text !== expected)
    return `${where} the template adds ${JSON.stringify(text)}, the rule ${JSON.stringify(expected)}`;
  const wrong = wrongAppendAt(step);
  return wrong === null
    ? null
    : `${where} what is appended is not what the whole render has, from its position ${wrong} on`;
}

/** A template that drops calls has nothing that an answer could follow. */
function unwrittenCall(
  trajectory: string,
  turn: RolloutStep | undefined,
  messages: readonly Message[],
): string | null {
  const { tool_calls: calls } = messages[turn?.from ?? -1] ?? {};
  const names = (Array.isArray(calls) ? calls : []).map((call) =>
    String((call as { function: { name: string } }).function.name),
  );
  const missing = names.find((name) => !turn!.text.includes(name));
  return missing === undefined
    ? null
    : `in the conversation "${trajectory}" the call of ${missing} is not written (survive.fields), so that no answer can follow it`;
}

function fieldsOf(message: Message): Appended {
  const { content, name, tool_call_id: id } = message;
  return {
    content: String(content),
    ...(name === undefined ? {} : { name }),
    ...(id === undefined ? {} : { tool_call_id: id }),
  };
}

function recorded(
  { trajectory, prompt }: Rollout,
  steps: readonly RolloutStep[],
  messages: readonly Message[],
): KitRollout {
  const last = steps.at(-1)!;
  const counted = new Set(lossPositions(last.buffer));
  return {
    trajectory,
    prompt: prompt!.ids,
    steps: steps.map((step) => recordedStep(step, messages.slice(step.from, step.to))),
    ids: last.buffer.ids,
    parts: last.parts,
    mask: last.buffer.ids.map((_, position) => (counted.has(position) ? 1 : 0)),
  };
}

function recordedStep({ kind, ids, text }: RolloutStep, messages: readonly Message[]): KitStep {
  if (kind === 'sampled') return { kind, ids };
  const role = messages[0]!.role === 'tool' ? 'tool' : 'user';
  return { kind: role, messages: messages.map(fieldsOf), append: { text, ids } };
}
