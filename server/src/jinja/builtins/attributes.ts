/** How filters reach into items: `attribute="a.b.0"`, `case_sensitive`, `default`. */
import type { Runtime } from '../evaluate/runtime.ts';
import { lower } from './text/casing.ts';
import { isOf } from './text/classes.ts';
import { isText, likeMarkup, textOf } from '../values/text.ts';
import { List, Undefined } from '../values/types.ts';
import type { Value } from '../values/types.ts';

/** Reads something of an item: what a filter sorts, groups or maps by. */
export type Getter = (item: Value) => Value;

const isDigits = (part: string): boolean =>
  part !== '' && Array.from(part).every((char) => isOf('decimal', char));

/** `a.b.0` is the item 0 of the item b of the item a; None is the item itself. */
function partsOf(attribute: Value): Value[] {
  if (attribute === null) return [];
  if (!isText(attribute)) return [attribute];
  return textOf(attribute)
    .split('.')
    .map((part) => (isDigits(part) ? Number(part) : part));
}

/** A str in lower case, anything else as it is: for comparing without regard to case. */
export function foldCase(value: Value): Value {
  return isText(value) ? likeMarkup(value, lower(textOf(value))) : value;
}

export interface GetterOptions {
  readonly foldCase?: boolean;
  /** Taken for what is undefined; None means no default. */
  readonly defaultValue?: Value;
}

export function attributeGetter(rt: Runtime, attribute: Value, options: GetterOptions = {}): Getter {
  const parts = partsOf(attribute);
  const defaultValue = options.defaultValue ?? null;
  return (item) => {
    let found = item;
    for (const part of parts) {
      found = rt.getItem(found, part);
      if (defaultValue !== null && found instanceof Undefined) found = defaultValue;
    }
    return options.foldCase ? foldCase(found) : found;
  };
}

/** For `attribute="a,b"`: a list of what each names, to sort by in turn. */
export function attributesGetter(rt: Runtime, attribute: Value, options: GetterOptions): Getter {
  const names = isText(attribute) ? textOf(attribute).split(',') : [attribute];
  const getters = names.map((name) => attributeGetter(rt, name, options));
  return (item) => new List(getters.map((get) => get(item)));
}
