/**
 * The tool-response delta: what a tool message adds to the audit's dummy. A trainer appends it to the ids it
 * sampled. Sampled ids end at the stop token; what the template writes after it (the tail) the model never samples,
 * so the tail belongs to what is appended.
 */
import type { Span } from '../../../protocol/certification.ts';
import type { RenderRequest } from '../../../protocol/conversation.ts';
import type { Analysis } from './analysis.ts';
import { appendTool } from './properties/appendTool.ts';
import { auditPair } from './properties/titoAudit.ts';
import { prefixBreak } from './compare.ts';

export type Delta =
  | {
      readonly ok: true;
      /** What the tool message adds: the second render without the first. */
      readonly text: string;
      readonly tail: string;
      readonly rule: 'plain' | 'trimmed-to-stop';
      readonly explanation: string;
      /** Ids of tail and text; null without a tokenizer. */
      readonly ids: readonly number[] | null;
      /** The render that ends with the delta, and where tail and text stand in it (UTF-16 offsets). */
      readonly after: RenderRequest;
      readonly appended: Span;
    }
  | { readonly ok: false; readonly reason: string; readonly span: Span | null };

export function toolDeltaOf(analysis: Analysis, toolResult: string): Delta {
  const { subject } = analysis;
  const pair = auditPair(analysis, toolResult);
  const before = subject.render(pair.before);
  const after = subject.render(pair.after);
  if (!before.ok || !after.ok) {
    const { error } = before.ok ? (after as Exclude<typeof after, { ok: true }>) : before;
    return { ok: false, reason: `The template raised ${error.type}: ${error.message}`, span: error.span };
  }
  const broken = prefixBreak(subject, before.text, after.text);
  if (broken !== null) return refusal(analysis, broken.level);

  const text = after.text.slice(before.text.length);
  const { tail, rule, explanation } = junctionOf(analysis, before.text);
  const appended = { start: before.text.length - tail.length, end: after.text.length };
  return {
    ok: true,
    text,
    tail,
    rule,
    explanation,
    ids: idsFrom(analysis, after.text, appended.start),
    after: pair.after,
    appended,
  };
}

/** There is no delta of a template that rewrites what stands before it. */
function refusal({ appendCauses, factsOf }: Analysis, level: string): Delta {
  const cause = appendCauses.find(({ properties }) => properties.includes('tito.audit'));
  const count = factsOf(appendTool).breaks.length;
  return {
    ok: false,
    reason:
      `The template is not prefix-preserving for tool messages: what stands before the tool response changes once it is appended ` +
      `(${level}; ${count} ${count === 1 ? 'comparison' : 'comparisons'} of append.tool fail). A delta of it would not continue the sampled ids. Repair the template first.`,
    span: cause?.culprit.span ?? null,
  };
}

/** What stands after the last stop token of the sampled turn. */
function junctionOf(
  { subject }: Analysis,
  before: string,
): { tail: string; rule: 'plain' | 'trimmed-to-stop'; explanation: string } {
  const { tokenizer } = subject;
  const encoding = subject.encode(before);
  if (tokenizer === null || encoding === null) {
    return {
      tail: '',
      rule: 'plain',
      explanation:
        'Without a tokenizer the stop token is not known: the delta is what follows the whole turn.',
    };
  }
  const added = new Set(tokenizer.addedTokens.filter(({ special }) => special).map(({ id }) => id));
  const stops = new Set(tokenizer.eosIds);
  const ids = [...encoding.ids];
  const stop = Math.max(
    ids.findLastIndex((id) => stops.has(id)),
    -1,
  );
  const last = stop >= 0 ? stop : ids.findLastIndex((id) => added.has(id));
  const stopText = last < 0 ? '' : before.slice(encoding.starts[last], encoding.ends[last]);
  const tail = last < 0 ? '' : before.slice(encoding.ends[last]);
  if (tail === '') {
    return {
      tail,
      rule: 'plain',
      explanation: `The turn ends at its stop token ${stopText}: the delta follows it as it is.`,
    };
  }
  return {
    tail,
    rule: 'trimmed-to-stop',
    explanation:
      `The sampled turn ends at ${stopText}; the template writes ${JSON.stringify(tail)} after it, which the model never samples. ` +
      `It belongs to the delta: append it first.`,
  };
}

/** Ids from a text offset on; null without a tokenizer. */
function idsFrom({ subject }: Analysis, text: string, offset: number): number[] | null {
  const encoding = subject.encode(text);
  return encoding === null ? null : [...encoding.ids].filter((_, index) => encoding.starts[index]! >= offset);
}
