/** Which text of a render comes from a conversation, and which the template wrote. */
import type { Run } from '../jinja/index.ts';
import type { InputPath } from '../jinja/values/types.ts';

const carried = /^(messages|tools|documents)\b/;

/** An input that comes with the conversation: special tokens and variables do not. */
export const isCarried = (path: InputPath): boolean => carried.test(path.toString());

/** Text that whoever writes messages, tools or documents decides. Roles and special tokens are the template's own. */
export function isContent({ path }: Pick<Run, 'path'>): boolean {
  return path !== null && isCarried(path) && !(path.key === 'role' && path.message >= 0);
}
