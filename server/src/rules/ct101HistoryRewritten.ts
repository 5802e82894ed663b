import type { Severity } from '../../../protocol/certification.ts';
import type { Cause } from '../certify/blame/causes.ts';
import { longConversation } from '../certify/probes/rareHistories.ts';
import { prefixCandidates } from '../fix/candidates/prefix.ts';
import { isOfGrowth, rareCausesOf } from './ct102LaterMessages.ts';
import { prefixFinding, type PrefixPayload } from './prefixFinding.ts';
import { defineRule } from './rule.ts';

/**
 * What is said of a break, by the property it breaks; the first that a cause breaks is told. What every trainer and
 * agent does is an error; what only some do is a warning.
 */
const appends: readonly { property: string; headline: string; event: string; severity: Severity }[] = [
  {
    property: 'append.tool',
    headline: 'Tool append is not prefix-preserving',
    event: 'once a tool result follows',
    severity: 'error',
  },
  {
    property: 'tito.audit',
    headline: 'Tool append is not prefix-preserving',
    event: 'once a tool result follows',
    severity: 'error',
  },
  {
    property: 'append.user',
    headline: 'User append is not prefix-preserving',
    event: 'once a user message follows',
    severity: 'error',
  },
  {
    property: 'append.tool-split',
    headline: 'A second tool result, appended in a step of its own, rewrites what stands before it',
    event: 'once another tool result follows',
    severity: 'warning',
  },
  {
    property: 'append.system',
    headline: 'A system message in the middle rewrites what stands before it',
    event: 'once a system message follows',
    severity: 'warning',
  },
  {
    property: 'append.assistant',
    headline: 'Assistant append is not prefix-preserving',
    event: 'once the assistant turn follows',
    severity: 'warning',
  },
  {
    property: 'reasoning in the content',
    headline: 'A turn with its reasoning in the content is rewritten',
    event: 'once a user message follows',
    severity: 'error',
  },
  {
    property: 'user in a tool step',
    headline: 'A tool step is rewritten',
    event: 'once the user speaks behind the tool result',
    severity: 'error',
  },
  {
    property: longConversation,
    headline: 'A long conversation is rewritten',
    event: 'once it has grown to 100 messages',
    severity: 'error',
  },
  {
    property: 'two user messages',
    headline: 'A user message is rewritten',
    event: 'once another one follows it',
    severity: 'warning',
  },
  {
    property: 'call without an answer',
    headline: 'A turn with a call is rewritten',
    event: 'once the user speaks instead of a tool',
    severity: 'error',
  },
  {
    property: 'two turns',
    headline: 'A turn is rewritten',
    event: 'once another turn of the assistant follows it',
    severity: 'warning',
  },
];

const severity = { serving: 'warning', sft: 'error', rl: 'error' } as const;

export const ct101HistoryRewritten = defineRule<PrefixPayload>({
  code: 'CT101',
  title: 'History rewritten on append',
  by: ['renders', 'tokens'],
  severity,
  explanation: `The template writes an earlier turn otherwise once a message follows it. A buffer of sampled ids
with appended deltas (Token-In, Token-Out) then differs from a fresh render of the same conversation: log
probabilities and gradients belong to tokens that the model never saw in that context, and nothing crashes. A
server loses its prefix cache from the first changed token on.

The finding stands at the condition whose outcome changed, and names the message it was decided for, what the
condition depends on, and the text and ids that vanish or appear. Where the reasoning of past turns is dropped
once the user speaks again, the finding is marked as the vendor's design and is a warning: right for serving,
wrong for a trainer whose samples span several user turns.

Where a template looks ahead (CT102) and no conversation of the suite shows what comes of it, a few more are asked:
reasoning inside the content, a user who speaks in the middle of a tool step or instead of a tool, two messages of one role.`,
  repair: `Make the block unconditional, so that a turn is written in history as it was written last. The quick-fix
is offered only where the whole certificate was run on the edited template: what it repairs, that it worsens no
other property, and which ordinary renders change.`,
  // What shows in long conversations only is told as CT102.
  find: (analysis) =>
    [...analysis.appendCauses, ...rareCausesOf(analysis).filter((cause) => !isOfGrowth(cause))].map((cause) =>
      prefixFinding(analysis, cause, { code: 'CT101', severity: severityOf(cause), ...wordingOf(cause) }),
    ),
  candidates: prefixCandidates,
});

/** By design is a warning at most; else the worst that the cause breaks. */
function severityOf(cause: Cause): Severity {
  const broken = appends.filter(({ property }) => cause.properties.includes(property));
  return !cause.byDesign && broken.some((append) => append.severity === 'error') ? 'error' : 'warning';
}

/** Of the first append in the table that the cause breaks. */
function wordingOf(cause: Cause) {
  const { headline, event } = appends.find(({ property }) => property === cause.smallest.property)!;
  return { headline, event };
}
