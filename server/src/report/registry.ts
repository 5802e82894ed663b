/** Every output format of the command line. */
import { githubWriter } from './github.ts';
import { htmlWriter } from './html/index.ts';
import { jsonWriter } from './json.ts';
import { junitWriter } from './junit.ts';
import { markdownWriter } from './markdown.ts';
import type { Writer } from './report.ts';
import { sarifWriter } from './sarif.ts';
import { textWriter } from './text.ts';

export const writers: readonly Writer[] = [
  textWriter,
  jsonWriter,
  sarifWriter,
  junitWriter,
  githubWriter,
  markdownWriter,
  htmlWriter,
];
