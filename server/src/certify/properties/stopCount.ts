import type { Message } from '../../../../protocol/conversation.ts';
import { conversationOf } from '../../conversation/suite.ts';
import { siteAt } from '../blame/siteAt.ts';
import { lastMarker } from '../markers.ts';
import { structureOf } from '../structure.ts';
import { faultProperty } from './faultProperty.ts';

export interface CountFault {
  readonly stop: string;
  /** Stop tokens that this turn added to those before it. */
  readonly added: number;
}

export const stopCount = faultProperty<CountFault>({
  id: 'stop.count',
  title: 'Stop tokens count turns',
  definition: 'R(M + assistant turn, off) has exactly one stop token more than R(M, on)',
  explanation: `Trainers that put sampled ids into a render find the end of the k-th turn by counting stop tokens. That works
where every assistant turn, with calls, with reasoning or empty, adds one and only one to the prompt it answers.`,
  examine({ subject, dialect }, examination) {
    const stop = lastMarker(structureOf(subject).stop ?? '');
    if (stop === null) {
      examination.cannotJudge('no marker ends an assistant turn');
      return;
    }
    for (const trajectory of subject.suite) {
      const messages = dialect.spell(trajectory.messages);
      const request = (end: number, addGenerationPrompt = false) => ({
        conversation: conversationOf(trajectory, {}, messages.slice(0, end)),
        addGenerationPrompt,
      });
      for (const index of assistantsIn(messages)) {
        // The prompt, not the text before it: what closes the turns before may be written with it.
        const before = examination.text(request(index, true));
        const after = examination.text(request(index + 1));
        if (before === null || after === null) continue;
        const added = countOf(after, stop) - countOf(before, stop);
        if (added === 1) continue;
        const detail = `the turn adds ${added} times ${JSON.stringify(stop)}`;
        examination.fault(
          { trajectory: trajectory.id, request: request(index + 1), at: null, detail },
          siteAt(subject, request(index + 1), after.length),
          { stop, added },
        );
      }
    }
  },
});

const assistantsIn = (messages: readonly Message[]) =>
  messages.flatMap(({ role }, index) => (role === 'assistant' && index > 0 ? [index] : []));

const countOf = (text: string, part: string) => text.split(part).length - 1;
