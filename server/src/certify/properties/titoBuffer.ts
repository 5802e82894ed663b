import { siteAt } from '../blame/siteAt.ts';
import { tracedText } from '../blame/causes.ts';
import { dummyDelta, type DummyContext } from '../tito/dummyDelta.ts';
import { lossShift } from '../tito/lossShift.ts';
import { rollOut, type RolloutStep } from '../tito/rollout.ts';
import { stopIdsOf } from '../tito/stops.ts';
import { auditDummy } from '../../conversation/audit.ts';
import type { Subject } from '../subject.ts';
import { faultProperty } from './faultProperty.ts';

export interface BufferFault {
  /** The step: `messages[from, to)` were appended to the buffer. */
  readonly from: number;
  readonly to: number;
  /** First position at which the buffer's id is not the render's. */
  readonly position: number;
  /** Loss positions that rendering anew moves, and that it loses. */
  readonly moved: number;
  readonly lost: number;
}

export const titoBuffer = faultProperty<BufferFault>({
  id: 'tito.buffer',
  title: 'Kept ids are the ids of the render',
  definition: 'T(prompt) | sampled ids | dummy delta | sampled ids | … = T(R(M, on)) after every tool step',
  explanation: `Each trajectory with tools is run as a trainer runs it: the prompt is encoded, every assistant turn is
kept as it was sampled, through its stop token, and the answers of its tools are appended as the dummy conversation
says, behind the stop token. After each step the ids must be those of the whole conversation, rendered and encoded in
one piece. That is what the other properties come to together: where it holds, a trainer that keeps sampled ids and one
that renders messages anew see the same ids. Needs a tokenizer, and a template that has a delta for tools.`,
  examine({ subject, dialect }, examination) {
    const { tokenizer } = subject;
    if (tokenizer === null) return examination.cannotJudge('a tokenizer is needed');
    examination.comparedTokens();
    const stopIds = stopIdsOf(subject, dialect, tokenizer);
    const { toolMessage } = auditDummy({ withId: dialect.callIds });
    for (const kwargs of subject.kwargs) {
      const context: DummyContext = { subject, dialect, tokenizer, kwargs, stopIds };
      const delta = dummyDelta([toolMessage], context);
      if (!delta.ok) return examination.cannotJudge(`there is no tool delta: ${delta.reason}`);
      for (const trajectory of subject.suite) {
        if (!trajectory.messages.some(({ role }) => role === 'tool')) continue;
        const steps = rollOut(trajectory, context)?.steps ?? [];
        const deltas = steps.filter(({ kind }) => kind === 'delta');
        for (const { request } of deltas) examination.render(request);
        const parting = deltas.find(({ parts }) => parts !== null);
        if (parting !== undefined) examination.fault(...faultOf(subject, trajectory.id, parting));
      }
    }
  },
});

function faultOf(subject: Subject, trajectory: string, step: RolloutStep) {
  const { request, buffer, rendered, from, to } = step;
  const position = step.parts!;
  const { text } = tracedText(subject, request);
  const start = subject.encode(text)!.starts[position] ?? text.length;
  const { moved, lost } = lossShift(buffer, rendered);
  const detail =
    `after messages[:${to}] the buffer has ${shown(buffer.ids, position)} at ${position}, the render ${shown(rendered, position)}; ` +
    `rendered anew, ${moved.length} loss positions move and ${lost.length} are lost`;
  return [
    { trajectory, request, at: { start, end: start }, detail },
    start < text.length ? siteAt(subject, request, start) : null,
    { from, to, position, moved: moved.length, lost: lost.length },
    subject.tokenizer?.decode(buffer.ids) === text ? 'tokens' : 'text',
  ] as const;
}

function shown(ids: readonly number[], position: number): string {
  const some = ids.slice(position, position + 4);
  return some.length === 0
    ? 'no more ids'
    : `ids ${some.join(', ')}${position + 4 < ids.length ? ', …' : ''}`;
}
