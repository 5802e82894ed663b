/** Every global function, by name. */
import type { Value } from '../values/types.ts';
import { cycler } from './globals/cycler.ts';
import { dict } from './globals/dict.ts';
import { raiseException, strftimeNow } from './globals/functions.ts';
import { joiner } from './globals/joiner.ts';
import { lipsum } from './globals/lipsum.ts';
import { namespace } from './globals/namespace.ts';
import { range } from './globals/range.ts';

export const globals: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['cycler', cycler],
  ['dict', dict],
  ['joiner', joiner],
  ['lipsum', lipsum],
  ['namespace', namespace],
  ['raise_exception', raiseException],
  ['range', range],
  ['strftime_now', strftimeNow],
]);
