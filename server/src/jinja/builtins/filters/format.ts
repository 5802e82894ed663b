import { python, type Builtin } from '../../evaluate/callable.ts';
import type { Dict, Tuple } from '../../values/types.ts';
import { softText } from '../coerce.ts';
import { filterArgumentError } from '../errors.ts';
import { percentFormat } from '../format/percent.ts';

export const format: Builtin = python(
  'format',
  'do_format(value, *args, **kwargs)',
  (_rt, value, args, kwargs) => {
    const named = (kwargs as Dict).map.size > 0;
    if (named && (args as Tuple).items.length > 0) {
      throw filterArgumentError("can't handle positional and keyword arguments at the same time");
    }
    return percentFormat(softText(value), named ? kwargs : args);
  },
);
