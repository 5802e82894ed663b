/** From failed comparisons to their causes: one cause for all comparisons that break at the same place. */
import type { Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { smallestBreak, type Break } from '../properties/prefixProperty.ts';
import type { Subject } from '../subject.ts';
import { culpritOf, type Culprit, type Event, type TracedText } from './culprit.ts';
import { carriedCulprit } from './carried.ts';
import { isHistoryRule } from './historyRule.ts';

export interface Cause {
  /** Of the smallest break. */
  readonly culprit: Culprit;
  readonly smallest: Break;
  readonly breaks: readonly Break[];
  /** Properties that break here, in registry order, without doubles. */
  readonly properties: readonly string[];
  /** Every break is the vendor's documented intention. */
  readonly byDesign: boolean;
}

interface Blamed {
  readonly broken: Break;
  readonly culprit: Culprit;
  readonly byDesign: boolean;
}

export function causesOf(subject: Subject, breaks: readonly Break[], event: Event): Cause[] {
  const byPlace = new Map<string, Blamed[]>();
  for (const broken of breaks) {
    const blamed = blame(subject, broken, event);
    const place = `${blamed.culprit.kind} ${keyOf(blamed.culprit.span)}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), blamed]);
  }
  return [...byPlace.values()].map(causeOf).sort((a, b) => a.culprit.span.start - b.culprit.span.start);
}

function causeOf(blamed: readonly Blamed[]): Cause {
  // What is by design is never the example of a fault that also breaks something else.
  const faults = blamed.filter(({ byDesign }) => !byDesign);
  const shown = faults.length > 0 ? faults : blamed;
  // Breaks come in registry order, the gravest property first.
  const [gravest] = shown;
  const examples = shown.filter(({ broken }) => broken.property === gravest!.broken.property);
  const smallest = smallestBreak(examples.map(({ broken }) => broken))!;
  return {
    culprit: shown.find(({ broken }) => broken === smallest)!.culprit,
    smallest,
    breaks: blamed.map(({ broken }) => broken),
    properties: [...new Set(blamed.map(({ broken }) => broken.property))],
    byDesign: faults.length === 0,
  };
}

function blame(subject: Subject, broken: Break, event: Event): Blamed {
  const before = tracedText(subject, broken.witness.before);
  const after = tracedText(subject, broken.witness.after);
  const { template } = subject.program;
  const found = culpritOf(template.source, before, after, broken.witness.divergence.textOffset, event);
  const culprit = carriedCulprit(template, found, before, after, event);
  return { broken, culprit, byDesign: isHistoryRule(broken.property, culprit, before, after) };
}

/** A render that is known to succeed, with its trace. */
export function tracedText(subject: Subject, request: RenderRequest): TracedText {
  const rendered = subject.trace(request);
  if (!rendered.ok || rendered.trace === null) {
    throw new Error('a render that succeeded without trace failed with it');
  }
  return { text: rendered.text, trace: rendered.trace };
}

const keyOf = ({ start, end }: Span) => `${start}-${end}`;
