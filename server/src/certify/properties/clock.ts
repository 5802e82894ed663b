import type { PropertyResult, Span } from '../../../../protocol/certification.ts';
import type { Json, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { functionSchema, system, user } from '../../conversation/messages.ts';
import { tracedText } from '../blame/causes.ts';
import type { Subject } from '../subject.ts';
import type { Property } from './property.ts';

export interface ClockFault {
  /** It changes with the time, with each render, or it is a day that was written into the template. */
  readonly kind: 'time' | 'chance' | 'fixed date';
  readonly text: string;
  readonly site: Span;
}

export interface ClockFacts {
  readonly faults: readonly ClockFault[];
}

/** Far from the certificate's own date in every part of it. */
const anotherTime = new Date('2031-11-28T01:02:03');

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const date = new RegExp(
  `\\b(?:\\d{1,2} ${month},? \\d{4}|${month} \\d{1,2},? \\d{4}|20\\d\\d-[01]\\d-[0-3]\\d)\\b`,
);

const conversations: readonly { readonly messages: readonly Message[]; readonly tools: Json }[] = [
  { messages: [user('one')], tools: null },
  { messages: [system('zero'), user('one')], tools: null },
  { messages: [user('one')], tools: [functionSchema('lookup', 'Looks it up.', {})] },
];

export const clock: Property<ClockFacts> = {
  id: 'clock',
  title: 'The same bytes at any time',
  definition: 'R(M) at one time = R(M) at another = R(M) once more; NOT-REPRODUCIBLE otherwise',
  explanation: `A template that prints today's date, or draws lots, gives another prompt for the same conversation: a buffer
of ids and a fresh render differ at midnight, a prefix cache is lost every day, and a training run can't be repeated.`,
  check({ subject }) {
    const requests = conversations.flatMap(({ messages, tools }) =>
      subject.kwargs.map((kwargs): RenderRequest => ({
        conversation: { messages, tools, documents: null, kwargs },
        addGenerationPrompt: true,
      })),
    );
    const rendering = requests.filter((request) => subject.render(request).ok);
    const faults = rendering.flatMap((request) => faultsOf(subject, request));
    const changing = faults.find(({ kind }) => kind !== 'fixed date');
    const result: PropertyResult = {
      id: 'clock',
      verdict: changing !== undefined ? 'NOT-REPRODUCIBLE' : rendering.length > 0 ? 'PASS' : 'UNSUPPORTED',
      level: 'text',
      renders: rendering.length,
      conversations: conversations.length,
      kwargs: subject.kwargs,
      witness: null,
      byDesign: false,
      message: changing === undefined ? null : `${JSON.stringify(changing.text)} ${why[changing.kind]}`,
    };
    return { result, facts: { faults: onePerPlace(faults) } };
  },
};

const why: Readonly<Record<ClockFault['kind'], string>> = {
  time: 'depends on the time of the render',
  chance: 'differs from render to render',
  'fixed date': 'is a day that has passed',
};

function faultsOf(subject: Subject, request: RenderRequest): ClockFault[] {
  const { text, trace } = tracedText(subject, request);
  const context = () => subject.contextOf(request);
  const now = subject.program.render(context(), { now: anotherTime, random: () => 0.5 });
  const again = subject.program.render(context(), { now: anotherTime, random: () => 0.01 });
  const runAt = (at: number) => trace.runs().find(({ end }) => end > at) ?? trace.runs().at(-1);
  const changed = (other: string, kind: ClockFault['kind']): ClockFault[] => {
    const run = runAt(firstDifference(text, other));
    return run === undefined ? [] : [{ kind, text: text.slice(run.start, run.end), site: run.site }];
  };
  if (now.ok && now.text !== text) return changed(now.text, 'time');
  if (now.ok && again.ok && again.text !== now.text) return changed(again.text, 'chance');
  for (const run of trace.runs()) {
    const match = run.path === null ? date.exec(text.slice(run.start, run.end)) : null;
    if (match !== null) return [{ kind: 'fixed date', text: match[0], site: run.site }];
  }
  return [];
}

function onePerPlace(faults: readonly ClockFault[]): ClockFault[] {
  return [...new Map(faults.map((fault) => [`${fault.site.start}-${fault.site.end}`, fault])).values()];
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
