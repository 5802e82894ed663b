import { python, type Builtin } from '../../evaluate/callable.ts';
import { toArray } from '../../values/iterate.ts';
import { List } from '../../values/types.ts';

export const list: Builtin = python('list', 'sync_do_list(value)', (_rt, value) => new List(toArray(value)));
