/** The shape that most properties share: over the suite, one render must be a prefix of another. */
import type {
  Level,
  PrefixWitness,
  PropertyResult,
  SettingOutcome,
} from '../../../../protocol/certification.ts';
import type { Conversation, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { conversationOf } from '../../conversation/suite.ts';
import type { Cut } from '../../conversation/cuts.ts';
import type { Rendered } from '../../jinja/api.ts';
import { prefixBreaks } from '../compare.ts';
import type { Subject } from '../subject.ts';
import type { Property, PropertyInput, PropertyOutcome } from './property.ts';

/** Two renders, of which the first must be a prefix of the second. */
export interface PrefixPair {
  readonly trajectory: string;
  readonly before: RenderRequest;
  readonly after: RenderRequest;
}

/** One comparison that failed: raw material of the culprit. */
export interface Break {
  readonly property: string;
  readonly level: Level;
  readonly witness: PrefixWitness;
}

export interface PrefixFacts {
  readonly breaks: readonly Break[];
}

export interface PrefixProperty extends Property<PrefixFacts> {
  /** Renders to compare: of each pair the first must be a prefix of the second, in text and in tokens. */
  pairs(input: PropertyInput): PrefixPair[];
}

export function prefixProperty(description: Omit<PrefixProperty, 'check'>): PrefixProperty {
  return {
    ...description,
    check: (input) => judgePairs(description.id, input.subject, description.pairs(input)),
  };
}

/** Every pair of the suite: each cut of each trajectory, under each setting of kwargs. */
export function suitePairs(
  { subject, dialect }: PropertyInput,
  cutsOf: (messages: readonly Message[]) => Cut[],
  generationPrompt: { before: boolean; after: boolean },
): PrefixPair[] {
  return subject.suite.flatMap((trajectory) => {
    const messages = dialect.spell(trajectory.messages);
    const request = (
      kwargs: Conversation['kwargs'],
      end: number,
      addGenerationPrompt: boolean,
    ): RenderRequest => ({
      conversation: conversationOf(trajectory, kwargs, messages.slice(0, end)),
      addGenerationPrompt,
    });
    return cutsOf(messages).flatMap((cut) =>
      subject.kwargs.map((kwargs) => ({
        trajectory: trajectory.id,
        before: request(kwargs, cut.before, generationPrompt.before),
        after: request(kwargs, cut.after, generationPrompt.after),
      })),
    );
  });
}

/** Compares all pairs and says what became of them. */
function judgePairs(
  property: string,
  subject: Subject,
  pairs: readonly PrefixPair[],
): PropertyOutcome<PrefixFacts> {
  const breaks: Break[] = [];
  const compared: PrefixPair[] = [];
  const breakOf = prefixBreaks(subject);
  let raised: string | null = null;
  for (const pair of pairs) {
    const before = subject.render(pair.before);
    const after = subject.render(pair.after);
    if (!before.ok || !after.ok) {
      raised ??= messageOf(before.ok ? after : before);
      continue;
    }
    compared.push(pair);
    const broken = breakOf(before.text, after.text);
    if (broken !== null) {
      breaks.push({
        property,
        level: broken.level,
        witness: { kind: 'prefix', ...pair, divergence: broken.divergence },
      });
    }
  }
  return {
    result: {
      ...resultOf(property, subject.tokenizer !== null, compared, breaks, raised),
      bySetting: subject.kwargs.map((kwargs) => outcomeUnder(kwargs, compared, breaks)),
    },
    facts: { breaks },
  };
}

function resultOf(
  id: string,
  withTokens: boolean,
  compared: readonly PrefixPair[],
  breaks: readonly Break[],
  raised: string | null,
): PropertyResult {
  const smallest = smallestBreak(breaks);
  return {
    id,
    verdict: smallest !== null ? 'FAIL' : compared.length > 0 ? 'PASS' : 'UNSUPPORTED',
    level: smallest?.level ?? (withTokens ? 'tokens' : 'text'),
    renders: compared.length * 2,
    conversations: new Set(compared.map((pair) => pair.trajectory)).size,
    kwargs: distinct(compared.map((pair) => pair.before.conversation.kwargs)),
    witness: smallest?.witness ?? null,
    byDesign: false,
    message: compared.length === 0 ? raised : null,
  };
}

function outcomeUnder(
  kwargs: Conversation['kwargs'],
  compared: readonly PrefixPair[],
  breaks: readonly Break[],
): SettingOutcome {
  const setting = JSON.stringify(kwargs);
  const isUnder = ({ before }: { before: RenderRequest }) =>
    before.conversation.kwargs === kwargs || JSON.stringify(before.conversation.kwargs) === setting;
  const broken = breaks.filter(({ witness }) => isUnder(witness));
  return {
    kwargs,
    compared: compared.filter(isUnder).length,
    broken: broken.length,
    divergence: smallestBreak(broken)?.witness.divergence ?? null,
  };
}

/** The break that is easiest to read: fewest messages, then the shortest conversation, nothing passed before something. */
export function smallestBreak(breaks: readonly Break[]): Break | null {
  const sized = breaks.map((broken) => ({ broken, size: sizeOf(broken.witness) }));
  const [first] = sized;
  if (first === undefined) return null;
  return sized.reduce((best, next) => (next.size < best.size ? next : best), first).broken;
}

function sizeOf({ after }: PrefixWitness): number {
  const { messages, kwargs } = after.conversation;
  return messages.length * 1e6 + JSON.stringify(messages).length * 10 + Object.keys(kwargs).length;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function messageOf(rendered: Rendered): string {
  return rendered.ok ? '' : `${rendered.error.type}: ${rendered.error.message}`;
}
