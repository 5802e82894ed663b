import { python, type Builtin } from '../../evaluate/callable.ts';
import { dumps } from '../../json/index.ts';
import { typeError, valueError } from '../../values/errors.ts';
import { isIterable, toArray } from '../../values/iterate.ts';
import { chargeText } from '../../values/meter.ts';
import { isTrue } from '../../values/truth.ts';
import { isText, textOf } from '../../values/text.ts';
import type { Value } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { timesOf } from '../coerce.ts';

/** One level of indentation: a str as it is, a number as so many blanks. */
function indentOf(indent: Value): string | null {
  if (indent === null) return null;
  if (isText(indent)) return textOf(indent);
  const count = timesOf(indent);
  chargeText(count);
  return ' '.repeat(count);
}

function separatorsOf(separators: Value): readonly [string, string] | null {
  if (separators === null) return null;
  if (!isIterable(separators)) throw typeError(`cannot unpack non-iterable ${typeName(separators)} object`);
  const [item, key, ...more] = toArray(separators);
  if (more.length > 0) throw valueError('too many values to unpack (expected 2)');
  if (item === undefined || key === undefined) {
    throw valueError(`not enough values to unpack (expected 2, got ${item === undefined ? 0 : 1})`);
  }
  // Python's encoder takes the one of keys first.
  const ofKeys = separatorText(key, 5);
  return [separatorText(item, 6), ofKeys];
}

function separatorText(value: Value, position: number): string {
  if (isText(value)) return textOf(value);
  throw typeError(`make_encoder() argument ${position} must be str, not ${typeName(value)}`);
}

/** As `transformers` sets it up: no HTML escapes, keys in order. */
export const tojson: Builtin = python(
  'tojson',
  'tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False)',
  (_rt, value, ensureAscii, indent, itemAndKey, sortKeys) => {
    const separators = separatorsOf(itemAndKey);
    const level = isText(value) ? null : indentOf(indent);
    return dumps(value, {
      ensureAscii: isTrue(ensureAscii),
      indent: level,
      separators,
      sortKeys: isTrue(sortKeys),
    });
  },
);
