import { native, type Builtin } from '../../../evaluate/callable.ts';
import { charge } from '../../../values/meter.ts';
import { textOf } from '../../../values/text.ts';
import type { Text } from '../../../values/types.ts';
import { isIdentifier } from '../../../values/unicode.ts';
import { isCased, isOf } from '../../text/classes.ts';

type Predicate = (text: string) => boolean;

/** True where every character is of the kind; an empty str only if `emptyToo`. */
const every =
  (isKind: (char: string) => boolean, emptyToo = false): Predicate =>
  (text) => {
    for (const char of text) if (!isKind(char)) return false;
    return emptyToo || text !== '';
  };

const isAlnum = (char: string): boolean => isOf('alpha', char) || isOf('numeric', char);

/** At least one cased character, and none in the other case. */
const allIn =
  (kind: 'upper' | 'lower'): Predicate =>
  (text) => {
    let any = false;
    for (const char of text) {
      if (isOf(kind, char)) any = true;
      else if (isCased(char)) return false;
    }
    return any;
  };

export const isLower: Predicate = allIn('lower');
export const isUpper: Predicate = allIn('upper');

/** Upper and title case only after uncased characters, lower case only after cased ones. */
function isTitle(text: string): boolean {
  let afterCased = false;
  let any = false;
  for (const char of text) {
    const begins = isOf('upper', char) || isOf('title', char);
    if (begins ? afterCased : isOf('lower', char) && !afterCased) return false;
    afterCased = begins || isOf('lower', char);
    any ||= afterCased;
  }
  return any;
}

const PREDICATES: Readonly<Record<string, Predicate>> = {
  isalnum: every(isAlnum),
  isalpha: every((char) => isOf('alpha', char)),
  isascii: every((char) => char < '\x80', true),
  isdecimal: every((char) => isOf('decimal', char)),
  isdigit: every((char) => isOf('digit', char)),
  isidentifier: isIdentifier,
  islower: isLower,
  isnumeric: every((char) => isOf('numeric', char)),
  isprintable: every((char) => isOf('printable', char), true),
  isspace: every((char) => isOf('space', char)),
  istitle: isTitle,
  isupper: isUpper,
};

export const predicateMethods: readonly Builtin[] = Object.entries(PREDICATES).map(([name, holds]) =>
  native(name, `str.${name}()`, (_rt, self) => {
    const text = textOf(self as Text);
    charge(text.length >> 2);
    return holds(text);
  }),
);
