/** Every output format of the command line. */
import { jsonWriter } from './json.ts';
import type { Writer } from './report.ts';
import { textWriter } from './text.ts';

export const writers: readonly Writer[] = [textWriter, jsonWriter];
