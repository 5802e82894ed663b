/** Contexts from what callers hold: JSON text or JavaScript data. */
import { fromJs, JsonDecodeError, loads } from './json/index.ts';
import { PythonError } from './values/errors.ts';
import { Dict } from './values/types.ts';

/** A context, or why the text is none; `offset` (UTF-16) says where, or is -1. */
export type ContextRead =
  | { readonly context: Dict; readonly error: null }
  | { readonly context: null; readonly error: { readonly message: string; readonly offset: number } };

/** Reads a JSON object as Python does: 1.0 stays a float, integers are exact, keys keep their order. */
export function contextFromJson(text: string): ContextRead {
  try {
    const value = loads(text);
    if (value instanceof Dict) return { context: value, error: null };
    return { context: null, error: { message: 'The context has to be a JSON object.', offset: 0 } };
  } catch (failure) {
    if (!(failure instanceof PythonError)) throw failure;
    const offset = failure instanceof JsonDecodeError ? failure.offset : -1;
    return { context: null, error: { message: failure.message, offset } };
  }
}

/**
 * A context from plain data as JSON would carry it (values of the engine may stand inside); `undefined` entries
 * are left out.
 * @throws RangeError for data that contains itself or nests deeper than 900, TypeError for functions and symbols.
 */
export function contextOf(data: Readonly<Record<string, unknown>>): Dict {
  const value = fromJs(data);
  return value instanceof Dict ? value : new Dict();
}
