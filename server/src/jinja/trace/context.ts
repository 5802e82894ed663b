/** Attaches origins to a context: a copy in which every string and container knows its path. */
import { hashKey } from '../values/hash.ts';
import { print } from '../values/print.ts';
import { Dict, InputPath, List, Str, type Value } from '../values/types.ts';
import { originalKey } from '../values/dict.ts';
import { isText, textOf } from '../values/text.ts';
import { inputLeaf } from './build.ts';

const known = new WeakMap<Dict, Dict>();

/** The traced copy of a context; made once per context, which must not be changed afterwards. */
export function traceContext(context: Dict): Dict {
  let traced = known.get(context);
  if (traced === undefined) {
    traced = new Dict();
    for (const [hash, value] of context.map) {
      const path = new InputPath(null, print(originalKey(context, hash)));
      traced.map.set(hash, traceValue(value, path));
    }
    known.set(context, traced);
  }
  return traced;
}

interface Task {
  readonly value: List | Dict;
  readonly copy: List | Dict;
}

/** Containers are filled from a list of tasks, not by recursion: contexts may be deep. */
function traceValue(root: Value, path: InputPath): Value {
  const tasks: Task[] = [];
  const copyOf = (value: Value, at: InputPath): Value => {
    if (isText(value)) return traceText(textOf(value), at);
    if (!(value instanceof List || value instanceof Dict)) return value;
    const copy = value instanceof List ? new List([], at) : new Dict(at);
    tasks.push({ value, copy });
    return copy;
  };
  const result = copyOf(root, path);
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { value, copy } = task;
    if (value instanceof List && copy instanceof List) {
      value.items.forEach((item, i) => copy.items.push(copyOf(item, new InputPath(copy.origin, i))));
    } else if (value instanceof Dict && copy instanceof Dict) {
      fillDict(value, copy, copyOf);
    }
  }
  return result;
}

function fillDict(value: Dict, copy: Dict, copyOf: (value: Value, at: InputPath) => Value): void {
  copy.keys = new Map();
  for (const [hash, item] of value.map) {
    const key = originalKey(value, hash);
    const name = isText(key) ? textOf(key) : print(key);
    copy.map.set(hash, copyOf(item, new InputPath(copy.origin, name)));
    const traced = isText(key) ? traceText(name, new InputPath(copy.origin, name, true)) : key;
    if (traced !== hashKey(key)) copy.keys.set(hash, traced);
  }
}

const traceText = (text: string, path: InputPath) => new Str(text, inputLeaf(text.length, path));
