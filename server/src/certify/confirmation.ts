/** What another Python is asked for, so that it can confirm a certificate: every render that the verdicts rest on. */
import type {
  Disagreement,
  PythonAnswers,
  PythonDifference,
  RenderOutcome,
  RenderToConfirm,
} from '../../../protocol/confirmation.ts';
import type { Span } from '../../../protocol/certification.ts';
import type { RenderRequest } from '../../../protocol/conversation.ts';
import type { Rendered, TemplateError } from '../jinja/api.ts';
import { dumps } from '../jinja/json/index.ts';
import { print } from '../jinja/values/print.ts';
import { RenderStopped, type Subject } from './subject.ts';

export interface PlacedDifference extends PythonDifference {
  /** Template span that wrote what differs; null where nothing names one. */
  readonly site: Span | null;
}

/** UTF-16 units of each text that a difference shows. */
const excerpt = 40;

/** Kinds of difference whose place is looked for; a template of which more is other has one story to tell anyway. */
const mostPlaced = 40;

/** In the order in which they were made. */
export function rendersToConfirm(subject: Subject): RenderToConfirm[] {
  return subject.rendered().map(({ request, rendered }) => ({
    request,
    context: print(dumps(subject.contextOf(request))),
    ours: outcomeOf(rendered),
  }));
}

/** Of a template that does not compile: Python has to refuse it in the same words, whatever it is to render. */
export function refusalToConfirm({ type, message }: TemplateError): RenderToConfirm {
  const conversation = { messages: [], tools: null, documents: null, kwargs: {} };
  const request = { conversation, addGenerationPrompt: false };
  return { request, context: '{}', ours: { kind: 'failed', type, message } };
}

export function isSameOutcome(one: RenderOutcome, other: RenderOutcome): boolean {
  if (one.kind === 'rendered') return other.kind === 'rendered' && one.text === other.text;
  if (one.kind === 'stopped' || other.kind !== 'failed') return false;
  return one.type === other.type && one.message === other.message;
}

/** One per place and kind, in the order in which they were found. `subject`: null where the template does not compile. */
export function differencesIn(subject: Subject | null, { disagreements }: PythonAnswers): PlacedDifference[] {
  const kinds = mergedBy(disagreements.map(differenceOf), ({ ours, python }) =>
    JSON.stringify([ours, python]),
  );
  const placed = kinds.map((difference, index) => ({
    ...difference,
    site: subject === null || index >= mostPlaced ? null : siteOf(subject, difference),
  }));
  return mergedBy(placed, ({ site, at }) => `${site?.start ?? -1} ${at === null}`);
}

function outcomeOf(rendered: Rendered): RenderOutcome {
  if (rendered.ok) return { kind: 'rendered', text: rendered.text };
  const { type, message } = rendered.error;
  return { kind: 'failed', type, message };
}

function differenceOf({ request, ours, theirs }: Disagreement): PythonDifference {
  if (ours.kind !== 'rendered' || theirs.kind !== 'rendered')
    return { request, at: null, ours: told(ours), python: told(theirs), renders: 1 };
  let start = 0;
  while (start < ours.text.length && ours.text[start] === theirs.text[start]) start += 1;
  const cut = (text: string) => text.slice(start, start + excerpt);
  const at = { start, end: Math.min(start + excerpt, ours.text.length) };
  return { request, at, ours: cut(ours.text), python: cut(theirs.text), renders: 1 };
}

function told(outcome: RenderOutcome): string {
  switch (outcome.kind) {
    case 'rendered':
      return outcome.text.slice(0, excerpt);
    case 'failed':
      return `${outcome.type}: ${outcome.message}`;
    case 'stopped':
      return outcome.reason;
  }
}

/** The run of our text that differs, else what failed. */
function siteOf(subject: Subject, { request, at }: PythonDifference): Span | null {
  const rendered = tracedOrNull(subject, request);
  if (rendered === null) return null;
  if (!rendered.ok) return rendered.error.span;
  if (at === null || rendered.trace === null) return null;
  return rendered.trace.runs().find(({ end }) => end > at.start)?.site ?? null;
}

/** A trace may meet a limit that the bare render did not. */
function tracedOrNull(subject: Subject, request: RenderRequest): Rendered | null {
  try {
    return subject.trace(request);
  } catch (stopped) {
    if (stopped instanceof RenderStopped) return null;
    throw stopped;
  }
}

/** The first of each group, with the renders of all. */
function mergedBy<T extends PythonDifference>(list: readonly T[], groupOf: (one: T) => string): T[] {
  const groups = new Map<string, T>();
  for (const one of list) {
    const first = groups.get(groupOf(one));
    groups.set(groupOf(one), first === undefined ? one : { ...first, renders: first.renders + one.renders });
  }
  return [...groups.values()];
}
