import type { Span } from '../../../protocol/certification.ts';
import { accidents } from '../certify/probes/accidents.ts';
import { ct603ImpossiblePath } from './ct603ImpossiblePath.ts';
import { defineRule } from './rule.ts';

export interface AccidentPayload {
  readonly conversation: string;
  readonly kwargs: Readonly<Record<string, unknown>>;
  /** Python's exception class. */
  readonly type: string;
}

export const ct005Accident = defineRule<AccidentPayload>({
  code: 'CT005',
  title: 'An ordinary conversation raises',
  by: ['renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `A conversation that every agent has (several turns, a system message, reasoning, tool definitions, a call and its
result) makes the template fail with an error of Python's: a field that is not there, a method of nothing, two types that
do not add. It is not a refusal of the template's own: whoever serves it answers with an internal error, and no verdict
is had over such conversations. What the template refuses with \`raise_exception\` is told as its policy.`,
  repair: 'Ask whether the value is there before it is used, or raise with words of your own.',
  find: (analysis) => {
    const { subject, dialect } = analysis;
    if (subject.rendered().every(({ rendered }) => !rendered.ok)) return [];
    // A path that no conversation has is the cause where it is used.
    const paths = ct603ImpossiblePath.find?.(analysis) ?? [];
    return accidents(subject, dialect)
      .filter(({ error }) => !isToldElsewhere.test(`${error.type} ${error.message}`))
      .filter(({ error }) => !paths.some(({ span }) => holds(error.span, span)))
      .map(({ conversation, request, error: { type, message, span } }) => {
        const { kwargs } = request.conversation;
        const given = Object.entries(kwargs).map(([name, value]) => ` with ${name}=${JSON.stringify(value)}`);
        return {
          code: 'CT005',
          severity: 'error' as const,
          message: `An ordinary conversation (${conversation}${given.join('')}) raises ${type}: ${message}`,
          span,
          related: [],
          payload: { conversation, kwargs, type } satisfies AccidentPayload,
        };
      });
  },
});

const holds = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end;

/** What the sandbox forbids, and names that no Jinja2 has, are findings of their own. */
const isToldElsewhere = /^SecurityError|No (filter|test) named/;
