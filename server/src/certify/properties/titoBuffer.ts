import { siteAt } from '../blame/siteAt.ts';
import { tracedText } from '../blame/causes.ts';
import { dummyDelta, type DummyContext } from '../tito/dummyDelta.ts';
import { rollOut, wrongAppendAt, type RolloutStep } from '../tito/rollout.ts';
import { stopIdsOf } from '../tito/stops.ts';
import { auditDummy } from '../../conversation/audit.ts';
import type { Subject } from '../subject.ts';
import { faultProperty } from './faultProperty.ts';

export interface BufferFault {
  /** The step: `messages[from, to)` were appended to the buffer. */
  readonly from: number;
  readonly to: number;
  /** Position in the render's ids at which the append is wrong. */
  readonly position: number;
}

export const titoBuffer = faultProperty<BufferFault>({
  id: 'tito.buffer',
  title: 'What is appended to kept ids is what the render has',
  definition:
    'after every tool step: prompt | sampled turns | dummy deltas = R(M, on), and T(R(M, on)) ends with the ids of the delta',
  explanation: `Each trajectory with tools is run as a trainer runs it: the prompt is encoded, every assistant turn is
kept as it was sampled, through its stop token, and the answers of its tools are appended as the dummy conversation
says, behind the stop token. After each step the text must be that of the whole conversation, and the appended ids those
that the whole, encoded in one piece, ends with. That is what the other properties come to together: where it holds, a
trainer may keep sampled ids and append. A turn may still begin with what merges with its prompt when it is rendered
anew: then the verdict says in how many conversations, and kept ids are the right ones. Needs a tokenizer, and a template
that has a delta for tools.`,
  examine({ subject, dialect }, examination) {
    const { tokenizer } = subject;
    if (tokenizer === null) return examination.cannotJudge('a tokenizer is needed');
    examination.comparedTokens();
    const stopIds = stopIdsOf(subject, dialect, tokenizer);
    const { toolMessage } = auditDummy({ withId: dialect.callIds });
    let run = 0;
    let merging = 0;
    for (const kwargs of subject.kwargs) {
      const context: DummyContext = { subject, dialect, tokenizer, kwargs, stopIds };
      const delta = dummyDelta([toolMessage], context);
      if (!delta.ok) return examination.cannotJudge(`there is no tool delta: ${delta.reason}`);
      for (const trajectory of subject.suite) {
        if (!trajectory.messages.some(({ role }) => role === 'tool')) continue;
        const steps = rollOut(trajectory, context)?.steps ?? [];
        const deltas = steps.filter(({ kind }) => kind === 'delta');
        for (const { request } of deltas) examination.render(request);
        const wrong = deltas.find((step) => wrongAppendAt(step) !== null);
        if (wrong !== undefined) examination.fault(...faultOf(subject, trajectory.id, wrong));
        run += deltas.length > 0 ? 1 : 0;
        merging += deltas.some(({ parts }) => parts !== null) ? 1 : 0;
      }
    }
    if (merging > 0)
      examination.note(
        `in ${merging} of ${run} conversations a turn begins with what merges with its prompt: rendered anew its ids are others`,
      );
  },
});

function faultOf(subject: Subject, trajectory: string, step: RolloutStep) {
  const { request, ids, rendered, from, to, sameText, text: appended } = step;
  const position = wrongAppendAt(step)!;
  const { text } = tracedText(subject, request);
  const start = subject.encode(text)!.starts[position] ?? text.length;
  const detail = sameText
    ? `after messages[:${to}] the render ends with ${shown(rendered, position)}; appended were ${shown(ids, position - rendered.length + ids.length)}`
    : `after messages[:${to}] the kept text with ${JSON.stringify(appended.slice(0, 80))} appended is not the text of the render`;
  return [
    { trajectory, request, at: { start, end: start }, detail },
    start < text.length ? siteAt(subject, request, start) : null,
    { from, to, position },
    sameText ? 'tokens' : 'text',
  ] as const;
}

function shown(ids: readonly number[], position: number): string {
  const some = ids.slice(Math.max(position, 0), position + 4);
  return some.length === 0
    ? 'no more ids'
    : `ids ${some.join(', ')}${position + 4 < ids.length ? ', …' : ''}`;
}
