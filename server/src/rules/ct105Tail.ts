import { stopTail, type TailFault } from '../certify/properties/stopTail.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

export const ct105Tail = defineRule<TailFault>({
  code: 'CT105',
  title: 'Text behind the end marker',
  by: ['renders'],
  severity: { serving: 'information', sft: 'warning', rl: 'warning' },
  explanation: `The template writes something behind the marker that ends an assistant turn. The model never samples it. Behind
every turn (mostly a newline) it is information: a buffer of sampled ids has to be given this tail before the next
delta. Only at the end of the conversation (an end-of-text token where no generation prompt is asked for) it is a
warning: it vanishes once a message follows, so that no append preserves the prefix.`,
  repair: 'Drop what stands only at the end of a conversation; pass the tail of turns on to whoever appends.',
  find: (analysis) =>
    analysis.factsOf(stopTail).faults.map((fault) => {
      const { kind, text } = fault.data;
      const atEnd = kind === 'conversation';
      const message = atEnd
        ? `${quote(text)} is written where the conversation ends, and vanishes once a message follows.`
        : `${quote(text)} follows the end marker of every assistant turn: the model never samples it, so that it must be appended before the next message.`;
      return faultFinding(analysis, fault, {
        code: 'CT105',
        severity: atEnd ? 'warning' : 'information',
        message,
      });
    }),
});
