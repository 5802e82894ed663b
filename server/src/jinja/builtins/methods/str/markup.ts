/** What Markup has and str has not. */
import { native, python, type Builtin } from '../../../evaluate/callable.ts';
import { asPlain, escape } from '../../../values/text.ts';
import type { Text } from '../../../values/types.ts';
import { softText } from '../../coerce.ts';
import { stripTags, unescape } from '../../text/html.ts';

export const markupMethods: readonly Builtin[] = [
  python('striptags', 'Markup.striptags(@self)', (_rt, self) => stripTags(asPlain(self as Text))),
  python('unescape', 'Markup.unescape(@self)', (_rt, self) => unescape(asPlain(self as Text))),
  native('escape', 'Markup.escape(s, /)', (_rt, _self, value) => escape(softText(value))),
];
