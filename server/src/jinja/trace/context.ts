/** Attaches origins to a context: a copy in which every string and container knows its path. */
import { print } from '../values/print.ts';
import { Dict, InputPath, List, Str, type HashKey, type Value } from '../values/types.ts';
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

/** A container, and the copy of it that is still empty. */
type Task = readonly [List, List] | readonly [Dict, Dict];

/** Containers are filled from a list of tasks, not by recursion: contexts may be deep. */
function traceValue(root: Value, path: InputPath): Value {
  const tasks: Task[] = [];
  const result = copyOf(root, path, tasks);
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if (isListTask(task)) fillList(task[0], task[1], tasks);
    else fillDict(task[0], task[1], tasks);
  }
  return result;
}

const isListTask = (task: Task): task is readonly [List, List] => task[0] instanceof List;

function copyOf(value: Value, at: InputPath, tasks: Task[]): Value {
  if (typeof value === 'string') return new Str(value, inputLeaf(value.length, at));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Dict) {
    const copy = new Dict(at);
    tasks.push([value, copy]);
    return copy;
  }
  if (value instanceof List) {
    const copy = new List([], at);
    tasks.push([value, copy]);
    return copy;
  }
  return value instanceof Str ? new Str(value.text, inputLeaf(value.text.length, at)) : value;
}

function fillList(list: List, copy: List, tasks: Task[]): void {
  for (let i = 0; i < list.items.length; i++) {
    copy.items.push(copyOf(list.items[i] as Value, new InputPath(copy.origin, i), tasks));
  }
}

/** Keys that are their own hash keys get their origin when they are read. */
function fillDict(dict: Dict, copy: Dict, tasks: Task[]): void {
  for (const [hash, item] of dict.map) {
    const key = originalKey(dict, hash);
    const name = isText(key) ? textOf(key) : print(key);
    copy.map.set(hash, copyOf(item, new InputPath(copy.origin, name), tasks));
    if (key === hash) continue;
    const traced = isText(key)
      ? new Str(name, inputLeaf(name.length, new InputPath(copy.origin, name, true)))
      : key;
    (copy.keys ??= new Map<HashKey, Value>()).set(hash, traced);
  }
}
