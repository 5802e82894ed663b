import { python, type Builtin } from '../../evaluate/callable.ts';
import { dictEntries } from '../../values/dict.ts';
import { typeError, undefinedError, valueError } from '../../values/errors.ts';
import { repr } from '../../values/print.ts';
import { isTrue } from '../../values/truth.ts';
import { asMarkup, concatRaw, escape, isText, textOf } from '../../values/text.ts';
import { Dict, Undefined, type Text } from '../../values/types.ts';
import { typeName } from '../../values/typename.ts';
import { softText } from '../coerce.ts';
import { attributeError } from '../errors.ts';

/** What would end the name of an attribute and begin something else. */
const UNSAFE_NAME = /[ \n\t\f\r/>=]/;

export const xmlattr: Builtin = python(
  'xmlattr',
  'do_xmlattr(@eval_ctx, d, autospace=True)',
  (rt, dict, autospace) => {
    if (dict instanceof Undefined) throw undefinedError(dict);
    if (!(dict instanceof Dict)) throw attributeError(typeName(dict), 'items');
    const parts: Text[] = [];
    for (const [key, value] of dictEntries(dict)) {
      if (value === null || value instanceof Undefined) continue;
      if (!isText(key)) throw typeError(`expected string or bytes-like object, got '${typeName(key)}'`);
      if (UNSAFE_NAME.test(textOf(key)))
        throw valueError(`Invalid character in attribute name: ${repr(textOf(key))}`);
      if (parts.length > 0 || isTrue(autospace)) parts.push(' ');
      parts.push(escape(key), '="', escape(softText(value)), '"');
    }
    const text = concatRaw(parts);
    return rt.autoescape ? asMarkup(text) : text;
  },
);
