/** `--watch`: does the same again when a file changes, until it is ended. */
import { watch } from 'node:fs';
import path from 'node:path';
import { configFileName } from '../config/index.ts';
import type { Outcome } from './failure.ts';

/** Editors write a file in several steps. */
const PAUSE = 150;

const watched = /\.(jinja2?|j2|jsonl?)$/;

/**
 * Calls `work` at once and after each change of one of the files, or of a config, in their folders. What can't be
 * read is told like any other outcome: the person is about to mend it.
 */
export function keepDoing(
  work: () => Promise<Outcome>,
  files: readonly string[],
  tell: (output: string) => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  const again = () =>
    void work().then(
      ({ output }) => tell(output),
      (error: Error) => tell(`chat-template: ${error.message}\n`),
    );
  const names = new Set([configFileName, ...files.map((file) => path.basename(file))]);
  for (const folder of new Set(files.map((file) => path.dirname(path.resolve(file))))) {
    watch(folder, (_, name) => {
      if (name === null || (!names.has(name) && !watched.test(name))) return;
      clearTimeout(timer);
      timer = setTimeout(again, PAUSE);
    });
  }
  again();
}
