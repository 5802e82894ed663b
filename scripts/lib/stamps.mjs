/** Work is done again only when the content that it depends on changed: dates lie after a checkout, content does not. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cache, root } from './paths.mjs';
import { upToDate } from './progress.mjs';

const NEVER_AN_INPUT = new Set(['node_modules', 'dist', '.cache', '.git', 'artefacts']);

/**
 * @param {string} name of the work
 * @param {{inputs: readonly string[], outputs: readonly string[], also?: string}} dependencies files and folders
 *   of the checkout; `also`: anything else the result depends on
 * @param {() => Promise<unknown>} body
 */
export async function unlessDone(name, { inputs, outputs, also = '' }, body) {
  const stamp = join(cache, 'stamps', name);
  const content = contentHash(inputs, also);
  const done =
    existsSync(stamp) && readFileSync(stamp, 'utf8') === content && outputs.every((file) => existsSync(file));
  if (done) return upToDate;
  rmSync(stamp, { force: true });
  await body();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, content);
}

/** SHA-256 over names and contents of files and folders (those that exist), hex. */
export function contentHash(inputs, also = '') {
  const hash = createHash('sha256').update(also);
  for (const file of inputs.flatMap((input) => filesIn(join(root, input))).sort()) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((entry) => !NEVER_AN_INPUT.has(entry))
    .flatMap((entry) => filesIn(join(path, entry)));
}
