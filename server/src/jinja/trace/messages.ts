/** Which message a value is of. */
import { Dict, List, Str, Tuple, type Value } from '../values/types.ts';

/** The index of the message that a value is or lies in; -1 for anything else. Of a tuple, that of its first part with one. */
export function messageOf(value: Value): number {
  if (value instanceof Dict || value instanceof List) return value.origin?.message ?? -1;
  if (value instanceof Str)
    return value.provenance?.kind === 'leaf' ? (value.provenance.path?.message ?? -1) : -1;
  if (value instanceof Tuple) {
    for (const part of value.items) {
      const message = part instanceof Tuple ? -1 : messageOf(part);
      if (message >= 0) return message;
    }
  }
  return -1;
}

/** Whether the value is a message itself, not a part of one. */
export function isMessage(value: Dict): boolean {
  const { origin } = value;
  return origin !== null && origin.message >= 0 && origin.parent?.parent === null;
}
