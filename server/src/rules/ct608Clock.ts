import type { Finding } from '../../../protocol/certification.ts';
import type { Template } from '../jinja/syntax/ast.ts';
import { nodesOf } from '../jinja/syntax/walk.ts';
import { clock, type ClockFault } from '../certify/properties/clock.ts';
import { defineRule } from './rule.ts';
import { code, quote } from './wording.ts';

const told: Readonly<Record<ClockFault['kind'], string>> = {
  time: 'depends on the clock: the same conversation gives another prompt tomorrow',
  chance: 'is drawn anew at every render: the same conversation never gives the same prompt',
  'fixed date': 'is a date that was written into the template: the model is told a day that has passed',
};

export const ct608Clock = defineRule<ClockFault>({
  code: 'CT608',
  title: 'The prompt depends on the clock, or on chance',
  by: ['renders'],
  severity: { serving: 'warning', sft: 'warning', rl: 'warning' },
  explanation: `The template prints the date of the render, a random choice, or a date of its own. Today's date rewrites the head
of every conversation at midnight; a date of its own is wrong from the next day on.`,
  repair:
    'Print a variable that the caller passes (`date_string`), as late in the prompt as it may stand, and nothing where it is absent.',
  find: ({ source, subject, factsOf }) => {
    const asked = clockCallsOf(subject.program.template);
    return factsOf(clock).faults.map((fault): Finding => {
      // One call is the cause of whatever it reaches; of several, the place that prints is named.
      const cause = fault.kind === 'time' && asked.length === 1 ? asked[0]!.span : fault.site;
      return {
        code: 'CT608',
        severity: 'warning',
        message: `${quote(fault.text)}, written by ${code(source, fault.site)}, ${told[fault.kind]}.`,
        span: cause,
        related: cause === fault.site ? [] : [{ span: fault.site, message: 'printed here' }],
        payload: fault,
      };
    });
  },
});

function clockCallsOf(template: Template) {
  return [...nodesOf(template)].filter(
    (node) => node.kind === 'call' && node.callee.kind === 'name' && node.callee.name === 'strftime_now',
  );
}
