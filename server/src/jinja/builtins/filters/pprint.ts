import { python, type Builtin } from '../../evaluate/callable.ts';
import { pprint as format } from '../format/pprint.ts';

export const pprint: Builtin = python('pprint', 'do_pprint(value)', (_rt, value) => format(value));
