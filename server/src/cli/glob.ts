import path from 'node:path';

/** Windows names paths with backslashes; in a glob they would take the meaning of what follows. */
export const asGlob = (named: string, separator = path.sep) =>
  separator === '\\' ? named.replaceAll('\\', '/') : named;
