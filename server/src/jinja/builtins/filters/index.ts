/** Every built-in filter, by name. */
import type { Builtin } from '../../evaluate/callable.ts';
import { attr } from './attr.ts';
import { batchFilters } from './batch.ts';
import { defaultFilters } from './default.ts';
import { dictsort } from './dictsort.ts';
import { endFilters } from './ends.ts';
import { extremeFilters } from './extremes.ts';
import { filesizeformat } from './filesizeformat.ts';
import { format } from './format.ts';
import { groupby } from './groupby.ts';
import { indent } from './indent.ts';
import { items } from './items.ts';
import { join } from './join.ts';
import { lengthFilters } from './length.ts';
import { list } from './list.ts';
import { map } from './map.ts';
import { markupFilters } from './markup.ts';
import { numberFilters } from './numbers.ts';
import { pprint } from './pprint.ts';
import { replace } from './replace.ts';
import { reverse } from './reverse.ts';
import { roundFilter } from './round.ts';
import { selectFilters } from './select.ts';
import { sort } from './sort.ts';
import { stringFilters } from './strings.ts';
import { striptags } from './striptags.ts';
import { sum } from './sum.ts';
import { title } from './title.ts';
import { tojson } from './tojson.ts';
import { truncate } from './truncate.ts';
import { unique } from './unique.ts';
import { urlencode } from './urlencode.ts';
import { urlize } from './urlize.ts';
import { wordcount } from './wordcount.ts';
import { wordwrap } from './wordwrap.ts';
import { xmlattr } from './xmlattr.ts';

const ALL: readonly Builtin[] = [
  attr,
  ...batchFilters,
  ...defaultFilters,
  dictsort,
  ...endFilters,
  ...extremeFilters,
  filesizeformat,
  format,
  groupby,
  indent,
  items,
  join,
  ...lengthFilters,
  list,
  map,
  ...markupFilters,
  ...numberFilters,
  pprint,
  replace,
  reverse,
  roundFilter,
  ...selectFilters,
  sort,
  ...stringFilters,
  striptags,
  sum,
  title,
  tojson,
  truncate,
  unique,
  urlencode,
  urlize,
  wordcount,
  wordwrap,
  xmlattr,
];

export const filters: ReadonlyMap<string, Builtin> = new Map(ALL.map((filter) => [filter.name, filter]));
