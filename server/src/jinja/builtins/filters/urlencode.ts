import { python, type Builtin } from '../../evaluate/callable.ts';
import { dictEntries } from '../../values/dict.ts';
import { typeError, valueError } from '../../values/errors.ts';
import { isIterable, toArray } from '../../values/iterate.ts';
import { chargeText } from '../../values/meter.ts';
import { isText, textOf } from '../../values/text.ts';
import { Dict, type Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { plainText } from '../coerce.ts';

const SAFE = /[A-Za-z0-9_.~/-]/;
const UTF8 = new TextEncoder();

/** Percent-encodes all but letters, digits, `_.-~` and the slash. */
function quote(text: string): string {
  chargeText(text.length * 3);
  let quoted = '';
  for (const char of text) {
    if (SAFE.test(char)) quoted += char;
    else
      for (const byte of UTF8.encode(char)) quoted += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return quoted;
}

/** As in a query: the slash is encoded too, a blank is a plus. */
function quoteForQuery(value: Value): string {
  return quote(textOf(plainText(value)))
    .replaceAll('/', '%2F')
    .replaceAll('%20', '+');
}

function pairOf(item: Value): readonly [Value, Value] {
  if (!isIterable(item)) throw typeError(`cannot unpack non-iterable ${typeName(item)} object`);
  const [key, value, ...rest] = toArray(item);
  if (rest.length > 0) throw valueError('too many values to unpack (expected 2)');
  if (key === undefined || value === undefined) {
    throw valueError(`not enough values to unpack (expected 2, got ${key === undefined ? 0 : 1})`);
  }
  return [key, value];
}

export const urlencode: Builtin = python('urlencode', 'do_urlencode(value)', (_rt, value) => {
  if (isText(value) || !isIterable(value)) return quote(textOf(plainText(value)));
  const pairs = value instanceof Dict ? dictEntries(value) : toArray(value).map(pairOf);
  return pairs.map(([key, item]) => `${quoteForQuery(key)}=${quoteForQuery(item)}`).join('&');
});
