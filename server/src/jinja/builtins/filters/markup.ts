import { python, type Builtin } from '../../evaluate/callable.ts';
import { asMarkup, asPlain, escape } from '../../values/text.ts';
import { softText } from '../coerce.ts';

const escapeRun: Builtin['run'] = (_rt, value) => escape(softText(value));

export const markupFilters: readonly Builtin[] = [
  python('safe', 'do_mark_safe(value)', (_rt, value) => asMarkup(softText(value))),
  python('escape', 'escape(s)', escapeRun),
  python('e', 'escape(s)', escapeRun),
  python('forceescape', 'do_forceescape(value)', (_rt, value) => escape(asPlain(softText(value)))),
];
