import type { Severity } from '../../../protocol/certification.ts';
import { systemConstant, type UninvitedText } from '../certify/properties/systemConstant.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

const told: Readonly<Record<UninvitedText['kind'], { severity: Severity; message: string }>> = {
  default: {
    severity: 'warning',
    message: 'is written where the conversation has no system message: nobody asked for it',
  },
  always: { severity: 'information', message: 'is written into every conversation: nobody asked for it' },
  'in turns': {
    severity: 'information',
    message: 'is written into turns beside what they say: nobody asked for it',
  },
  'empty block': {
    severity: 'information',
    message: 'is written into history for a turn that gave nothing to put in it',
  },
};

export const ct607UninvitedText = defineRule<UninvitedText>({
  code: 'CT607',
  title: 'Text that nobody asked for',
  by: ['renders'],
  severity: { serving: 'warning', sft: 'warning', rl: 'warning' },
  explanation: `The template speaks to the model by itself: a default system prompt where none is given, a preamble, an empty
block. A trainer that renders with this template and a server that renders with another one then differ in the first
tokens of every sample, and a caller who sends no system message does not send none. A default that is replaced by the
caller's system message is a warning; a preamble that always stands is an information.`,
  repair: 'Write it only behind a variable that the caller sets, or leave it to the caller.',
  find: ({ factsOf }) =>
    factsOf(systemConstant).uninvited.map((uninvited) => ({
      code: 'CT607',
      severity: told[uninvited.kind].severity,
      message: `${quote(uninvited.text)} ${told[uninvited.kind].message}.`,
      span: uninvited.site,
      related: [],
      payload: uninvited,
    })),
});
