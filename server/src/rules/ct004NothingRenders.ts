import type { RenderRequest } from '../../../protocol/conversation.ts';
import type { Rendered } from '../jinja/api.ts';
import { defineRule } from './rule.ts';

export interface NothingPayload {
  /** Renders that were asked for. */
  readonly renders: number;
  /** Those that raised the same at the same place. */
  readonly alike: number;
  /** Python's exception class. */
  readonly type: string;
}

/** What the sandbox forbids, and names that no Jinja2 has, are findings of their own. */
const isToldElsewhere = /^SecurityError|No (filter|test) named/;

type Raised = Extract<Rendered, { readonly ok: false }>;

export const ct004NothingRenders = defineRule<NothingPayload>({
  code: 'CT004',
  title: 'The template renders no conversation',
  by: ['renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `The template compiles, and raises in every render of the suite: a plain question, a long conversation, tools, with
any setting of its variables. Nothing can be certified of it. It may need a variable that only one caller passes; then
name it in \`kwargs\` of the config file. The finding stands where most renders raised.`,
  repair:
    'Make the statement that is underlined hold for a plain conversation, or pass the variable that it needs.',
  find: ({ subject }) => {
    const renders = subject.rendered();
    const raised = renders.filter(
      (known): known is { request: RenderRequest; rendered: Raised } => !known.rendered.ok,
    );
    if (
      raised.some(({ rendered }) => isToldElsewhere.test(`${rendered.error.type} ${rendered.error.message}`))
    )
      return [];
    const [first] = raised.length === renders.length ? commonest(raised.map(({ rendered }) => rendered)) : [];
    if (first === undefined) return [];
    const { type, message, span } = first.error;
    const alike = raised.filter(
      ({ rendered: { error } }) => error.span.start === span.start && error.type === type,
    ).length;
    return [
      {
        code: 'CT004',
        severity: 'error',
        message: `The template renders no conversation: all ${renders.length} renders raise, ${alike === renders.length ? 'each' : `${alike} of them`} ${type}: ${message}`,
        span,
        related: [],
        payload: { renders: renders.length, alike, type } satisfies NothingPayload,
      },
    ];
  },
});

/** Those that raised at the place where most did. */
function commonest(raised: readonly Raised[]): readonly Raised[] {
  const places = new Map<string, Raised[]>();
  for (const one of raised) {
    const place = `${one.error.span.start} ${one.error.type}`;
    places.set(place, [...(places.get(place) ?? []), one]);
  }
  return [...places.values()].reduce((most, next) => (next.length > most.length ? next : most), []);
}
