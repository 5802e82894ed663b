import type { Span } from '../../../../protocol/certification.ts';
import type { Json, Message, RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, functionSchema, system, tool, user, type Call } from '../../conversation/messages.ts';
import { tracedText } from '../blame/causes.ts';
import { outermostFlip, runAt, type TracedText } from '../blame/culprit.ts';
import { siteAt } from '../blame/siteAt.ts';
import { sharedLength } from '../compare.ts';
import { plainRequest } from '../requests.ts';
import type { Subject } from '../subject.ts';
import { faultProperty } from './faultProperty.ts';

/** What a delta can depend on beside the tool's answer. */
export type Context =
  | 'tool name'
  | 'call id'
  | 'arguments'
  | 'reasoning'
  | 'number of calls'
  | 'content beside the call'
  | 'system message'
  | 'tool definitions'
  | 'earlier tool step';

export interface DeltaFault {
  readonly dependsOn: Context;
  readonly dummy: string;
  readonly real: string;
}

const call: Call = { id: 'dummy0001', name: 'dummy', arguments: {} };
const dummy = [user('dummy'), assistant({ calls: [call] }), tool(call, 'zresultz')];

/** Conversations that end in the same tool answer as the dummy, each with one thing more or otherwise. */
const variations: readonly { dependsOn: Context; messages: readonly Message[]; tools?: Json }[] = [
  { dependsOn: 'tool name', messages: stepOf({ ...call, name: 'another_function' }) },
  { dependsOn: 'call id', messages: stepOf({ ...call, id: 'other0002' }) },
  { dependsOn: 'arguments', messages: stepOf({ ...call, arguments: { city: 'Paris' } }) },
  {
    dependsOn: 'reasoning',
    messages: [user('dummy'), assistant({ reasoning: 'a thought', calls: [call] }), tool(call, 'zresultz')],
  },
  {
    dependsOn: 'number of calls',
    messages: [
      user('dummy'),
      assistant({ calls: [call, { ...call, id: 'other0002' }] }),
      tool(call, 'zresultz'),
    ],
  },
  {
    dependsOn: 'content beside the call',
    messages: [user('dummy'), assistant({ content: 'Let me look.', calls: [call] }), tool(call, 'zresultz')],
  },
  { dependsOn: 'system message', messages: [system('Be brief.'), ...dummy] },
  {
    dependsOn: 'tool definitions',
    messages: dummy,
    tools: [functionSchema('dummy', 'a function', { city: { type: 'string', description: 'a city' } })],
  },
  {
    dependsOn: 'earlier tool step',
    messages: [
      user('dummy'),
      assistant({ calls: [{ ...call, id: 'other0002' }] }),
      tool({ ...call, id: 'other0002' }, 'earlier'),
      ...dummy.slice(1),
    ],
  },
];

export const deltaContextFree = faultProperty<DeltaFault>({
  id: 'delta.context-free',
  title: 'The dummy delta is the real delta',
  definition:
    'R(M + tool, on) without R(M, off) is the same text for the dummy and for every M that ends in the same call',
  explanation: `Trainers take the text that a tool answer adds from a dummy conversation and append it to sampled ids. That is
right only where the text depends on nothing but the answer. Each conversation here differs from the dummy in one thing:
the function's name, the call's id or arguments, reasoning, a second call, content beside the call, a system message,
tool definitions, an earlier tool step.`,
  examine({ subject, dialect }, examination) {
    const deltaOf = (messages: readonly Message[], tools: Json = dialect.dummyTools): Delta | null => {
      const spelt = dialect.spell(messages);
      const request = plainRequest(spelt, { tools, addGenerationPrompt: true });
      const before = examination.text(plainRequest(spelt.slice(0, -1), { tools }));
      const after = examination.text(request);
      if (before === null || after === null || !after.startsWith(before)) return null;
      return { text: after.slice(before.length), request, start: before.length };
    };
    const base = deltaOf(dummy);
    if (base === null) {
      examination.cannotJudge('there is no tool delta: a tool answer rewrites what stands before it');
      return;
    }
    for (const { dependsOn, messages, tools } of variations) {
      const real = deltaOf(messages, tools);
      if (real === null || real.text === base.text) continue;
      const offset = sharedLength(real.text, base.text);
      const at = { start: real.start + offset, end: real.start + real.text.length };
      const detail = `the delta depends on the ${dependsOn}: ${JSON.stringify(real.text.slice(0, 120))}, of the dummy ${JSON.stringify(base.text.slice(0, 120))}`;
      const site: Span | null =
        choiceBetween(subject, base, real, offset) ??
        (offset < real.text.length
          ? siteAt(subject, real.request, at.start)
          : siteAt(subject, base.request, base.start + offset));
      examination.fault({ trajectory: dependsOn, request: real.request, at, detail }, site, {
        dependsOn,
        dummy: base.text,
        real: real.text,
      });
    }
  },
});

function stepOf(made: Call): Message[] {
  return [user('dummy'), assistant({ calls: [made] }), tool(made, 'zresultz')];
}

interface Delta {
  readonly text: string;
  readonly request: RenderRequest;
  /** Where it starts in the render. */
  readonly start: number;
}

/** The choice about the tool's answer that came out otherwise; null where the conversations can't be held side by side. */
function choiceBetween(subject: Subject, base: Delta, real: Delta, offset: number): Span | null {
  if (base.request.conversation.messages.length !== real.request.conversation.messages.length) return null;
  const [before, after] = [tracedText(subject, base.request), tracedText(subject, real.request)];
  const decisionAt = (traced: TracedText, at: number) => runAt(traced, at)?.decision ?? -1;
  const flip = outermostFlip(
    before.trace,
    after.trace,
    decisionAt(before, base.start + offset),
    decisionAt(after, real.start + offset),
  );
  return flip === null ? null : before.trace.decisions[flip.before]!.span;
}
