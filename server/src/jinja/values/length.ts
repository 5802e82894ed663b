/** Python's `len(value)`. */
import { typeError } from './errors.ts';
import { codePointLength } from './codepoints.ts';
import { Dict, List, Str, Tuple, Undefined, type Value } from './types.ts';
import { typeName } from './typename.ts';

/** Code points of a str, items of anything else; TypeError where Python has no length. */
export function length(value: Value): number {
  if (typeof value === 'string') return codePointLength(value);
  if (typeof value === 'object' && value !== null) {
    if (value instanceof List || value instanceof Tuple) return value.items.length;
    if (value instanceof Str) return codePointLength(value.text);
    if (value instanceof Dict) return value.map.size;
    if (value instanceof Undefined) return 0;
    const own = 'length' in value ? value.length() : null;
    if (own !== null) return own;
  }
  throw typeError(`object of type '${typeName(value)}' has no len()`);
}
