/** Every method of str. */
import type { Builtin } from '../../../evaluate/callable.ts';
import { caseMethods } from './case.ts';
import { encodeMethod } from './encode.ts';
import { formatMethods } from './format.ts';
import { joinMethod } from './join.ts';
import { padMethods } from './pad.ts';
import { predicateMethods } from './predicates.ts';
import { replaceMethods } from './replace.ts';
import { searchMethods } from './search.ts';
import { splitMethods } from './split.ts';
import { stripMethods } from './strip.ts';
import { expandtabs } from './tabs.ts';
import { translateMethods } from './translate.ts';

export const strMethods: readonly Builtin[] = [
  ...caseMethods,
  encodeMethod,
  ...formatMethods,
  joinMethod,
  ...padMethods,
  ...predicateMethods,
  ...replaceMethods,
  ...searchMethods,
  ...splitMethods,
  ...stripMethods,
  expandtabs,
  ...translateMethods,
];
