/** What CT101 and CT201 have in common: a broken prefix, told with its evidence. */
import type { Finding, RelatedInformation, Severity, Span } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { originsOf, type Origin } from '../certify/blame/chain.ts';
import { runAt } from '../certify/blame/culprit.ts';
import { tracedText, type Cause } from '../certify/blame/causes.ts';
import type { Run } from '../jinja/index.ts';
import { because, code, idsIn, messageName, python, quote, sharedPrefix, wholeTokens } from './wording.ts';

/** A stretch of a render: its text and, with a tokenizer, the ids of the tokens it touches. */
export interface Stretch {
  readonly text: string;
  readonly ids: readonly number[] | null;
}

export interface PrefixPayload {
  readonly properties: readonly string[];
  readonly trajectory: string;
  /** Comparisons that break here. */
  readonly breaks: number;
  /** Message index that was rewritten, or -1. */
  readonly message: number;
  readonly kind: Cause['culprit']['kind'];
  readonly span: Span;
  /** Source of the condition, or of what wrote the differing text. */
  readonly source: string;
  readonly outcomes: Cause['culprit']['outcomes'];
  readonly because: readonly {
    readonly source: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly vanished: Stretch;
  readonly appeared: Stretch;
  /** Template spans that wrote what vanished, else what appeared. */
  readonly writtenAt: readonly Span[];
  readonly sharedTokens: number | null;
  readonly totalTokens: number | null;
  readonly sharedText: number;
  readonly byDesign: boolean;
}

export interface PrefixWording {
  readonly code: string;
  readonly severity: Severity;
  /** `Tool append is not prefix-preserving` */
  readonly headline: string;
  /** `once a tool result follows` */
  readonly event: string;
}

export function prefixFinding({ source, subject }: Analysis, cause: Cause, wording: PrefixWording): Finding {
  const { culprit, smallest } = cause;
  const before = tracedText(subject, smallest.witness.before);
  const after = tracedText(subject, smallest.witness.after);
  const stretch = (text: string, span: Span): Stretch => ({
    text: text.slice(span.start, span.end),
    ids: span.end > span.start ? idsIn(subject, text, span) : subject.tokenizer === null ? null : [],
  });
  const payload: PrefixPayload = {
    properties: cause.properties,
    trajectory: smallest.witness.trajectory,
    breaks: cause.breaks.length,
    message: culprit.message,
    kind: culprit.kind,
    span: culprit.span,
    source: source.slice(culprit.span.start, culprit.span.end),
    outcomes: culprit.outcomes,
    because: culprit.because.map(({ span, ...change }) => ({
      source: source.slice(span.start, span.end),
      ...change,
    })),
    vanished: stretch(before.text, culprit.vanished),
    appeared: stretch(
      after.text,
      culprit.kind === 'junction' ? wholeTokens(subject, after.text, culprit.appeared) : culprit.appeared,
    ),
    writtenAt: culprit.emittedAt,
    sharedTokens: smallest.witness.divergence.sharedTokens,
    totalTokens: smallest.witness.divergence.totalTokens,
    sharedText: smallest.witness.divergence.textOffset,
    byDesign: cause.byDesign,
  };
  return {
    code: wording.code,
    severity: wording.severity,
    message: [
      `${wording.headline}: ${whatHappened(source, cause, wording.event)}.`,
      ...whatChanged(payload),
      `The renders share ${sharedPrefix(cause, before.text.length)}.`,
      ...(cause.byDesign ? ["This is the vendor's design (the reasoning of past turns is dropped)."] : []),
    ].join(' '),
    span: culprit.span,
    related: [
      ...originsOf(subject.program.template, culprit, before, after).flatMap(toldOrigin),
      ...relatedTo(payload, source),
      ...(culprit.kind === 'junction' ? whatFollows(runAt(after, before.text.length)) : []),
    ],
    payload,
  };
}

const whatFollows = (run: Run | null): RelatedInformation[] =>
  run === null ? [] : [{ span: run.site, message: 'what the tokens merge with is written here' }];

function whatHappened(source: string, cause: Cause, event: string): string {
  const { kind, outcomes, message, span, replacedAt } = cause.culprit;
  if (kind === 'junction')
    return `the text stays as it was, but ${event} its last tokens merge with what follows`;
  if (kind === 'value' && source.startsWith('{%', span.start))
    return `the loop ${code(source, span)} runs over other messages ${event}`;
  if (replacedAt !== null)
    return `what ${code(source, span)} writes for ${messageName(message)} gives way to ${code(source, replacedAt)} ${event}`;
  if (outcomes === null)
    return `for ${messageName(message)}, ${code(source, span)} writes something else ${event}`;
  return (
    `for ${messageName(message)}, the condition ${code(source, span)} was ${python(outcomes.before)} ` +
    `and becomes ${python(outcomes.after)} ${event}${because(cause, source)}`
  );
}

function whatChanged({ vanished, appeared }: PrefixPayload): string[] {
  const told = ({ text, ids }: Stretch) =>
    ids === null
      ? quote(text)
      : `${quote(text)} (ids ${ids.slice(0, 12).join(', ')}${ids.length > 12 ? ', …' : ''})`;
  if (vanished.text === '' && appeared.text === '') return [];
  if (appeared.text === '') return [`${told(vanished)} vanishes.`];
  if (vanished.text === '') return [`${told(appeared)} appears.`];
  return [`${told(vanished)} becomes ${told(appeared)}.`];
}

function relatedTo({ vanished, appeared, writtenAt }: PrefixPayload, source: string): RelatedInformation[] {
  const text = vanished.text === '' ? `${quote(appeared.text)} is` : `${quote(vanished.text)} was`;
  return byLine(writtenAt, source).map((span) => ({ span, message: `${text} written here` }));
}

/** Spans on one line of the source, joined. */
function byLine(spans: readonly Span[], source: string): Span[] {
  return spans.reduce<Span[]>((joined, span) => {
    const last = joined.at(-1);
    if (last === undefined || source.slice(last.end, span.start).includes('\n')) return [...joined, span];
    return [...joined.slice(0, -1), { start: last.start, end: Math.max(last.end, span.end) }];
  }, []);
}

/** One line where the same statement gave both values, two where two statements did. */
function toldOrigin({ name, before, after }: Origin): RelatedInformation[] {
  const told = (span: Span, values: string) => ({ span, message: `\`${name}\` was set here: ${values}` });
  const first = `${before.value} in the first render`;
  const second = `${after.value} in the second`;
  if (before.span.start === after.span.start) return [told(before.span, `${first}, ${second}`)];
  return [told(before.span, first), told(after.span, second)];
}
