/** JSON as Python reads and writes it. */
export { loads, JsonDecodeError } from './loads.ts';
export { dumps } from './dumps.ts';
export type { DumpOptions } from './dumps.ts';
export { fromJs } from './fromJs.ts';
export { plainJson, readJson, writeJson } from './exactNumbers.ts';
