/** The format of a template's turns under a setting, learned once. */
import { dialectOf, type Dialect } from '../dialect.ts';
import type { Kwargs } from '../kwargs.ts';
import type { Subject } from '../subject.ts';
import type { ResponseFormat } from './format.ts';
import { learnFormat } from './learn.ts';

const known = new WeakMap<Subject, Map<string, ResponseFormat | null>>();

/** Null where the template renders no assistant turn. Throws RenderStopped where a render met a limit. */
export function responseFormatOf(
  subject: Subject,
  kwargs: Kwargs = {},
  dialect: Dialect = dialectOf(subject),
): ResponseFormat | null {
  const bySetting = known.get(subject) ?? new Map<string, ResponseFormat | null>();
  known.set(subject, bySetting);
  const key = JSON.stringify(kwargs);
  const before = bySetting.get(key);
  if (before !== undefined) return before;
  const format = learnFormat({ subject, dialect, kwargs });
  bySetting.set(key, format);
  return format;
}
