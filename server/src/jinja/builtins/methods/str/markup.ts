/** Markup's methods: str's, declared in Python (so their TypeErrors read differently), and three of its own. */
import { native, python, type Builtin } from '../../../evaluate/callable.ts';
import { parseSignature } from '../../../evaluate/signature.ts';
import { asPlain, escape } from '../../../values/text.ts';
import type { Text } from '../../../values/types.ts';
import { softText } from '../../coerce.ts';
import { stripTags, unescape } from '../../text/html.ts';
import { strMethods } from './index.ts';

const DECLARED_IN_PYTHON: ReadonlyMap<string, string> = new Map([
  ['capitalize', '@self'],
  ['casefold', '@self'],
  ['center', "@self, width, fillchar=' ', /"],
  ['expandtabs', '@self, tabsize=8'],
  ['join', '@self, iterable, /'],
  ['ljust', "@self, width, fillchar=' ', /"],
  ['lower', '@self'],
  ['lstrip', '@self, chars=None, /'],
  ['partition', '@self, sep, /'],
  ['removeprefix', '@self, prefix, /'],
  ['removesuffix', '@self, suffix, /'],
  ['replace', '@self, old, new, count=-1, /'],
  ['rjust', "@self, width, fillchar=' ', /"],
  ['rpartition', '@self, sep, /'],
  ['rsplit', '@self, sep=None, maxsplit=-1'],
  ['rstrip', '@self, chars=None, /'],
  ['split', '@self, sep=None, maxsplit=-1'],
  ['splitlines', '@self, keepends=False'],
  ['strip', '@self, chars=None, /'],
  ['swapcase', '@self'],
  ['title', '@self'],
  ['translate', '@self, table, /'],
  ['upper', '@self'],
  ['zfill', '@self, width, /'],
]);

function ofMarkup(method: Builtin): Builtin {
  const parameters = DECLARED_IN_PYTHON.get(method.name);
  if (parameters !== undefined) {
    return { ...method, signature: parseSignature(`Markup.${method.name}(${parameters})`, 'python') };
  }
  const name = method.signature.name.replace(/^str\./, 'Markup.');
  return { ...method, signature: { ...method.signature, name } };
}

export const markupMethods: readonly Builtin[] = [
  ...strMethods.map(ofMarkup),
  python('striptags', 'Markup.striptags(@self)', (_rt, self) => stripTags(asPlain(self as Text))),
  python('unescape', 'Markup.unescape(@self)', (_rt, self) => unescape(asPlain(self as Text))),
  native('escape', 'Markup.escape(s, /)', (_rt, _self, value) => escape(softText(value))),
];
