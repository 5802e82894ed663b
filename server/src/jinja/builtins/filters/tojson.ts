import { python, type Builtin } from '../../evaluate/callable.ts';
import { dumps } from '../../json/index.ts';
import { add } from '../../values/arithmetic.ts';
import { typeError, valueError } from '../../values/errors.ts';
import { isIterable, toArray } from '../../values/iterate.ts';
import { length } from '../../values/length.ts';
import { chargeText } from '../../values/meter.ts';
import { isTrue } from '../../values/truth.ts';
import { isText, textOf } from '../../values/text.ts';
import { Dict, List, Tuple, type Value } from '../../values/types.ts';
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

type Separators = readonly [item: Value, key: Value];

function unpacked(separators: Value): Separators | null {
  if (separators === null) return null;
  if (!isIterable(separators)) throw typeError(`cannot unpack non-iterable ${typeName(separators)} object`);
  const [item, key, ...more] = toArray(separators);
  if (more.length > 0) throw valueError('too many values to unpack (expected 2)');
  if (item === undefined || key === undefined) {
    throw valueError(`not enough values to unpack (expected 2, got ${item === undefined ? 0 : 1})`);
  }
  return [item, key];
}

/** Python looks at separators as late as it can: a text needs none, and its encoder for indented JSON only where it writes one. */
function textsOf(
  [item, key]: Separators,
  value: Value,
  indent: string | null,
): readonly [item: string, key: string] | null {
  if (isText(value)) return null;
  if (indent === null) {
    const ofKeys = encoderText(key, 5);
    return [encoderText(item, 6), ofKeys];
  }
  if (!isText(item) && hasItems(value)) add(item, '\n');
  if (!isText(key) && hasEntries(value))
    throw typeError(`sequence item 3: expected str instance, ${typeName(key)} found`);
  return [isText(item) ? textOf(item) : '', isText(key) ? textOf(key) : ''];
}

function encoderText(value: Value, position: number): string {
  if (isText(value)) return textOf(value);
  throw typeError(`make_encoder() argument ${position} must be str, not ${typeName(value)}`);
}

const isSequence = (value: Value) => value instanceof List || value instanceof Tuple;

const hasItems = (value: Value): boolean => (isSequence(value) || value instanceof Dict) && length(value) > 0;

const hasEntries = (value: Value): boolean =>
  isSequence(value) ? toArray(value).some(hasEntries) : hasItems(value);

/** As `transformers` sets it up: no HTML escapes, keys in order. */
export const tojson: Builtin = python(
  'tojson',
  'tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False)',
  (_rt, value, ensureAscii, indent, itemAndKey, sortKeys) => {
    const pair = unpacked(itemAndKey);
    const level = isText(value) ? null : indentOf(indent);
    const separators = pair && textsOf(pair, value, level);
    return dumps(value, {
      ensureAscii: isTrue(ensureAscii),
      indent: level,
      separators,
      sortKeys: isTrue(sortKeys),
    });
  },
);
