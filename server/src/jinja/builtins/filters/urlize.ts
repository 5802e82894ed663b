import { python, type Builtin } from '../../evaluate/callable.ts';
import { toArray } from '../../values/iterate.ts';
import { charge, chargeText } from '../../values/meter.ts';
import { isInt } from '../../values/numbers.ts';
import { repr } from '../../values/print.ts';
import { isTrue } from '../../values/truth.ts';
import { asMarkup, escape, isText, textOf } from '../../values/text.ts';
import type { Value } from '../../values/types.ts';
import { asKnown } from '../../values/unicode.ts';
import { plainText, softText } from '../coerce.ts';
import { filterArgumentError } from '../errors.ts';
import { linkify } from '../text/links.ts';

const SCHEME = /^[\p{L}\p{N}_.+-]{2,}:\/{0,2}$/u;
const DEFAULT_REL = 'noopener';

function schemesOf(value: Value): string[] {
  if (value === null) return [];
  return toArray(value).map((scheme) => {
    if (isText(scheme) && SCHEME.test(asKnown(textOf(scheme)))) return textOf(scheme);
    throw filterArgumentError(`${repr(scheme)} is not a valid URI scheme prefix.`);
  });
}

function relOf(value: Value, nofollow: boolean): string {
  const given = isTrue(value) ? textOf(softText(value)).split(/\s+/).filter(Boolean) : [];
  const parts = new Set([...given, DEFAULT_REL, ...(nofollow ? ['nofollow'] : [])]);
  return [...parts].sort().join(' ');
}

const attribute = (name: string, value: string): string => ` ${name}="${escape(value).text}"`;

export const urlize: Builtin = python(
  'urlize',
  'do_urlize(@eval_ctx, value, trim_url_limit=None, nofollow=False, target=None, rel=None, extra_schemes=None)',
  (rt, value, limit, nofollow, target, rel, extraSchemes) => {
    const escaped = escape(softText(value)).text;
    charge(escaped.length);
    const targetAttribute = isTrue(target) ? attribute('target', textOf(plainText(target))) : '';
    const linked = linkify(escaped, {
      attributes: attribute('rel', relOf(rel, isTrue(nofollow))) + targetAttribute,
      limit: isInt(limit) ? Number(limit) : null,
      schemes: schemesOf(extraSchemes),
    });
    chargeText(linked.length);
    return rt.autoescape ? asMarkup(linked) : linked;
  },
);
