import { MISSING } from '../../../evaluate/signature.ts';
import { native, type Builtin } from '../../../evaluate/callable.ts';
import { dictEntries, dictGet, dictSet } from '../../../values/dict.ts';
import { typeError, undefinedError, valueError } from '../../../values/errors.ts';
import { codePointLength } from '../../../values/codepoints.ts';
import { charge } from '../../../values/meter.ts';
import { isInt } from '../../../values/numbers.ts';
import { isText, likeMarkup, replaceRanges, textOf, type Replacement } from '../../../values/text.ts';
import { Dict, List, Tuple, Undefined } from '../../../values/types.ts';
import type { Text, Value } from '../../../values/types.ts';
import { typeName } from '../../../values/typename.ts';
import { checkedString } from '../../coerce.ts';

/** Bytes that noting one replacement takes, about. */
const REPLACEMENT = 64;
const MAX_CODE_POINT = 0x10ffff;

/** What the table has for a character; `undefined` where it leaves the character alone. */
function lookUp(table: Value, code: number): Value | undefined {
  if (table instanceof Dict) return dictGet(table, code);
  if (table instanceof List || table instanceof Tuple) return table.items[code];
  if (isText(table)) return Array.from(textOf(table))[code];
  if (table instanceof Undefined) throw undefinedError(table);
  throw typeError(`'${typeName(table)}' object is not subscriptable`);
}

function mappedTo(value: Value): string {
  if (value === null) return '';
  if (isText(value)) return textOf(value);
  if (!isInt(value)) throw typeError('character mapping must return integer, None or str');
  const code = Number(value);
  if (code < 0 || code > MAX_CODE_POINT) throw valueError('character mapping must be in range(0x110000)');
  return String.fromCodePoint(code);
}

function translate(text: Text, table: Value): Text {
  const replacements: Replacement[] = [];
  let at = 0;
  for (const char of textOf(text)) {
    charge(1);
    const found = lookUp(table, char.codePointAt(0) as number);
    if (found === undefined) {
      at += char.length;
      continue;
    }
    charge(0, REPLACEMENT);
    replacements.push({ start: at, end: at + char.length, by: mappedTo(found) });
    at += char.length;
  }
  return likeMarkup(text, replaceRanges(text, replacements));
}

function tableFromDict(dict: Value): Dict {
  if (!(dict instanceof Dict)) {
    throw typeError('if you give only one argument to maketrans it must be a dict');
  }
  const table = new Dict();
  for (const [key, value] of dictEntries(dict)) dictSet(table, tableKey(key), value);
  return table;
}

function tableKey(key: Value): Value {
  if (isInt(key)) return key;
  if (!isText(key)) throw typeError('keys in translate table must be strings or integers');
  if (codePointLength(textOf(key)) !== 1) {
    throw valueError('string keys in translate table must be of length 1');
  }
  return textOf(key).codePointAt(0) as number;
}

function tableFromTexts(from: Value, to: Value, drop: Value): Dict {
  if (!isText(from))
    throw typeError('first maketrans argument must be a string if there is a second argument');
  const sources = Array.from(textOf(from));
  const targets = Array.from(checkedString(to, 'maketrans() argument 2'));
  if (sources.length !== targets.length) {
    throw valueError('the first two maketrans arguments must have equal length');
  }
  const table = new Dict();
  const code = (char: string) => char.codePointAt(0) as number;
  sources.forEach((char, index) => dictSet(table, code(char), code(targets[index] as string)));
  if (drop !== MISSING)
    for (const char of checkedString(drop, 'maketrans() argument 3')) dictSet(table, code(char), null);
  return table;
}

export const translateMethods: readonly Builtin[] = [
  native('translate', 'str.translate(table, /)', (_rt, self, table) => translate(self as Text, table)),
  native('maketrans', 'str.maketrans(x, y=?, z=?, /)', (_rt, _self, x, y, z) =>
    y === MISSING ? tableFromDict(x) : tableFromTexts(x, y, z),
  ),
];
