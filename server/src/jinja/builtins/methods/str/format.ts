import { native, type Builtin } from '../../../evaluate/callable.ts';
import { typeError } from '../../../values/errors.ts';
import type { Dict, Text, Tuple } from '../../../values/types.ts';
import { formatFields } from '../../format/fields.ts';

export const formatMethods: readonly Builtin[] = [
  native('format', 'str.format(*args, **kwargs)', (rt, self, args, kwargs) =>
    formatFields(rt, self as Text, (args as Tuple).items, kwargs as Dict),
  ),
  native('format_map', 'str.format_map(*args, **kwargs)', (rt, self, args, kwargs) => {
    const { items } = args as Tuple;
    const [mapping] = items;
    if ((kwargs as Dict).map.size > 0) throw typeError('format_map() takes no keyword arguments');
    if (mapping === undefined || items.length > 1) {
      throw typeError(`format_map() takes exactly one argument (${items.length} given)`);
    }
    return formatFields(rt, self as Text, [], mapping);
  }),
];
