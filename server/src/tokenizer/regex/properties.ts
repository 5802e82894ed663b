import { parseRanges, PINNED_CATEGORIES } from '../text/unicodePins.ts';

const NEVER_ASSIGNED_YET = 'Cn';

/** POSIX bracket and property names, as sets of the `v` flag's class syntax, without the outer brackets. */
const NAMED_SETS: Readonly<Record<string, string>> = {
  alnum: '\\p{Alphabetic}\\p{L}\\p{M}\\p{Nd}',
  alpha: '\\p{Alphabetic}\\p{L}',
  ascii: '\\0-\\x7f',
  blank: '\\t\\p{Zs}',
  cntrl: '\\p{Cc}',
  digit: '\\p{Nd}',
  lower: '\\p{Lowercase}',
  punct: '\\p{P}\\p{S}',
  space: '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
  upper: '\\p{Uppercase}',
  xdigit: '0-9a-fA-F',
  word: '\\p{Alphabetic}\\p{L}\\p{M}\\p{Nd}\\p{Pc}\\xb2\\xb3\\xb9\\xbc-\\xbe',
  any: '\\0-\\u{10ffff}',
};

const cache = new Map<string, string | null>();

/**
 * A class in `v` syntax, brackets included, for the property or POSIX class of that name (any case; spaces, `_` and `-`
 * do not count), with the reference's Unicode version pinned. Null if there is no such property.
 */
export function propertyClass(name: string): string | null {
  const key = name.replace(/[\s_-]/g, '').toLowerCase();
  let set = cache.get(key);
  if (set === undefined) {
    const named = NAMED_SETS[key];
    set = named === undefined ? propertyByName(name, key) : pinProperties(named);
    cache.set(key, set);
  }
  return set;
}

function pinProperties(set: string): string {
  const pinned = set.replace(/\\p\{(\w+)\}/g, (_, property: string) =>
    pinnedProperty(`\\p{${property}}`, property),
  );
  return `[${pinned}]`;
}

function propertyByName(name: string, key: string): string | null {
  const category = key.length <= 2 ? key.charAt(0).toUpperCase() + key.slice(1) : name;
  for (const candidate of [category, `Script=${name}`, `Script=${titleCase(name)}`]) {
    const property = `\\p{${candidate}}`;
    if (compiles(property)) return pinnedProperty(property, candidate);
  }
  return null;
}

function titleCase(name: string): string {
  return name.toLowerCase().replace(/(^|_)[a-z]/g, (letter) => letter.toUpperCase());
}

function compiles(property: string): boolean {
  try {
    new RegExp(property, 'v');
    return true;
  } catch {
    return false;
  }
}

/** The property without what the reference does not know, and with what this engine may not know yet. */
function pinnedProperty(property: string, name: string): string {
  const isCategory = name.length <= 2;
  const changed = Object.entries(PINNED_CATEGORIES).filter(
    ([category]) => isCategory || category === NEVER_ASSIGNED_YET,
  );
  const added = isCategory ? changed.filter(([category]) => category.startsWith(name)) : [];
  return `[[${property}--[${ranges(changed)}]]${ranges(added)}]`;
}

function ranges(categories: readonly [string, readonly string[]][]): string {
  return categories
    .flatMap(([, lines]) => parseRanges(lines))
    .map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`)
    .join('');
}
