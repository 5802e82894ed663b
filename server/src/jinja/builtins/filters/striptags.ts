import { python, type Builtin } from '../../evaluate/callable.ts';
import { plainText } from '../coerce.ts';
import { stripTags } from '../text/html.ts';

export const striptags: Builtin = python('striptags', 'do_striptags(value)', (_rt, value) =>
  stripTags(plainText(value)),
);
