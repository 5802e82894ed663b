/**
 * The kit of a template for trainers that keep sampled ids: when the model stops, what to append and how, and what
 * counts in the loss. Given only where every conversation of the suite, run with it, has the ids of the whole render.
 */
import type { TokenizerInfo } from '../../../../protocol/certification.ts';
import type { Conversation } from '../../../../protocol/conversation.ts';
import type { AppendRule, KitRollout, TitoKit } from '../../../../protocol/titoKit.ts';
import { auditDummy } from '../../conversation/audit.ts';
import { user } from '../../conversation/messages.ts';
import { sha256 } from '../../text/sha256.ts';
import type { Analysis } from '../analysis.ts';
import { appendTool } from '../properties/appendTool.ts';
import { deltaContextFree, type Context } from '../properties/deltaContextFree.ts';
import { plainRequest } from '../requests.ts';
import { dummyDelta, type DummyContext, type DummyDelta } from '../tito/dummyDelta.ts';
import { stopIdsOf } from '../tito/stops.ts';
import { appendRuleOf, toolAnswers, userMessage } from './appendRule.ts';
import { replay, type Replay } from './replay.ts';

export interface KitMaking {
  /** Of the template, as it should be shown. */
  readonly name: string;
  readonly toolVersion: string;
  readonly kwargs: Conversation['kwargs'];
}

export type KitResult = { readonly ok: true; readonly kit: TitoKit } | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly reason: string;
  /** Whether an edit of the template may help: then the fixes of a trainer that appends are worth a try. */
  readonly repairable: boolean;
}

/** What the rule takes along with each answer, so that a delta may depend on it. */
const carried: ReadonlySet<Context> = new Set(['tool name', 'call id', 'number of calls']);

/** How many conversations a kit brings along for its tests. */
const mostRollouts = 6;

export function titoKit(analysis: Analysis, info: TokenizerInfo | null, making: KitMaking): KitResult {
  const { subject, dialect } = analysis;
  const { tokenizer } = subject;
  if (tokenizer === null || info === null)
    return refused('A kit is about token ids: choose the tokenizer that the model is trained with.');
  const stopIds = stopIdsOf(subject, dialect, tokenizer);
  if (stopIds.length === 0)
    return refused(
      'No turn of this template ends at a token that the model can stop at (stop.known): a trainer could not tell where what was sampled ends.',
      true,
    );
  const context: DummyContext = { subject, dialect, tokenizer, kwargs: making.kwargs, stopIds };
  const obstacle = obstacleIn(analysis, context);
  if (obstacle !== null) return obstacle;
  const tool = appendRuleOf(toolAnswers, context);
  if (!tool.ok) return refused(`There is no rule for what a tool's answer adds: ${tool.reason}.`);
  const proven = replay(context, tool.rule, null);
  if (proven.broken !== null)
    return refused(`The rule for tools does not hold everywhere: ${proven.broken}.`, true);
  if (proven.appends === 0)
    return refused(
      `No conversation with tools could be run with it: ${proven.ended ?? 'none renders'}.`,
      true,
    );
  const users = userRuleOf(context, tool.rule, proven);
  return {
    ok: true,
    kit: kitOf(
      analysis,
      info,
      making,
      context,
      { tool: tool.rule, user: users.rule, userRefused: users.refused },
      users.replay,
    ),
  };
}

/** Why sampled ids can't be continued at all; null where they can. */
function obstacleIn({ dialect, factsOf }: Analysis, context: DummyContext): Refusal | null {
  const { toolMessage } = auditDummy({ withId: dialect.callIds });
  const dummy = dummyDelta([toolMessage], context);
  if (!dummy.ok) return refused(inDummy[dummy.why](dummy.reason), dummy.why !== 'raised');
  const breaks = factsOf(appendTool).breaks.filter(
    ({ witness }) => JSON.stringify(witness.after.conversation.kwargs) === JSON.stringify(context.kwargs),
  );
  const [broken] = breaks;
  if (broken !== undefined)
    return refused(
      `The template is not prefix-preserving for tools: ${breaks.length} ${breaks.length === 1 ? 'comparison' : 'comparisons'} of append.tool fail, ` +
        `the first in the conversation "${broken.witness.trajectory}". Ids appended to what was sampled would not continue it.`,
      true,
    );
  const dependent = factsOf(deltaContextFree).faults.find(({ data }) => !carried.has(data.dependsOn));
  return dependent === undefined
    ? null
    : refused(
        `What a tool's answer adds depends on the ${dependent.data.dependsOn} (delta.context-free): a rule that knows only the answer would be wrong.`,
      );
}

const inDummy: Readonly<Record<Extract<DummyDelta, { ok: false }>['why'], (reason: string) => string>> = {
  raised: (reason) =>
    `The dummy conversation, a call and its answer, does not render: ${reason} (tito.audit).`,
  rewrites: (reason) =>
    `The template is not prefix-preserving for tools: in the dummy conversation ${reason} (tito.audit).`,
  'no-stop': (reason) => `Nobody can tell where what was sampled ends: ${reason} (stop.known).`,
};

interface UserRule {
  readonly rule: AppendRule | null;
  readonly refused: string | null;
  /** The run that holds for what the kit has. */
  readonly replay: Replay;
}

/** A kit without a rule for users is still one: agents with tools only append answers. */
function userRuleOf(context: DummyContext, tool: AppendRule, toolsOnly: Replay): UserRule {
  const found = appendRuleOf(userMessage, context);
  if (!found.ok) return { rule: null, refused: found.reason, replay: toolsOnly };
  const both = replay(context, tool, found.rule);
  if (both.broken !== null) return { rule: null, refused: both.broken, replay: toolsOnly };
  return { rule: found.rule, refused: null, replay: both };
}

function kitOf(
  { source, dialect, results }: Analysis,
  info: TokenizerInfo,
  { name, toolVersion, kwargs }: KitMaking,
  context: DummyContext,
  append: TitoKit['append'],
  { rollouts, conversations, same, appends }: Replay,
): TitoKit {
  const { before, toolMessage } = auditDummy({ withId: dialect.callIds });
  return {
    format: 1,
    tool: { name: 'chat-template', version: toolVersion },
    template: { name, sha256: sha256(source) },
    tokenizer: { source: info.source, sha256: info.sha256 },
    kwargs,
    stop: context.stopIds.map((id) => ({ id, text: context.tokenizer.decode([id]) })),
    generationPrompt: generationPromptOf(context),
    dummy: { messages: dialect.spell(before), toolMessage, tools: dialect.dummyTools },
    append,
    mask: { prompt: 0, sampled: 1, append: 0, rewrite: 0 },
    proof: {
      properties: results
        .filter(({ id }) => proving.includes(id))
        .map(({ id, verdict }) => ({ id, verdict })),
      conversations,
      same,
      appends,
    },
    rollouts: shortest(rollouts),
  };
}

/** What `add_generation_prompt` adds behind a user's message. */
function generationPromptOf({
  subject,
  dialect,
  tokenizer,
  kwargs,
}: DummyContext): TitoKit['generationPrompt'] {
  const messages = [user('dummy')];
  const tools = dialect.dummyTools;
  const silent = subject.render(plainRequest(messages, { tools, kwargs }));
  const asking = subject.render(plainRequest(messages, { tools, kwargs, addGenerationPrompt: true }));
  if (!silent.ok || !asking.ok || !asking.text.startsWith(silent.text)) return null;
  const text = asking.text.slice(silent.text.length);
  return text === '' ? null : { text, ids: [...tokenizer.encode(text).ids] };
}

const proving = [
  'tito.audit',
  'append.tool',
  'delta.concat',
  'delta.context-free',
  'stop.known',
  'tito.buffer',
];

/** Those that rendering anew spells alike, short ones first; the order of the suite stays. */
function shortest(rollouts: readonly KitRollout[]): KitRollout[] {
  const kept = new Set(
    [...rollouts]
      .sort(
        (one, other) =>
          Number(one.parts !== null) - Number(other.parts !== null) || one.ids.length - other.ids.length,
      )
      .slice(0, mostRollouts),
  );
  return rollouts.filter((rollout) => kept.has(rollout));
}

function refused(reason: string, repairable = false): Refusal {
  return { ok: false, reason, repairable };
}
