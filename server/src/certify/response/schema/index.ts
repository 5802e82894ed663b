export { exportSchema } from './verified.ts';
export type { SchemaExport, SchemaNode } from './types.ts';
