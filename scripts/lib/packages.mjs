import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logs, root } from './paths.mjs';
import { Trouble, run } from './process.mjs';
import { upToDate } from './progress.mjs';

const QUIET = ['--no-fund', '--no-audit'];

/**
 * `npm ci` in a folder, unless what is installed there is what its lock file says.
 * @param {string} [folder] of the checkout
 * @param {readonly string[]} [flags]
 */
export async function installPackages(folder = '.', flags = []) {
  const cwd = join(root, folder);
  if (!existsSync(join(cwd, 'package-lock.json'))) throw new Trouble(`${folder} has no package-lock.json.`);
  if (isInstalled(cwd)) return upToDate;
  const log = join(logs, `npm-ci-${folder.replaceAll(/[^a-z]+/g, '-')}.log`);
  await run('npm', ['ci', ...QUIET, ...flags], { cwd, log });
}

/** npm keeps the lock of what it installed inside node_modules: compare it with ours, package by package. */
export function isInstalled(folder) {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const installed = packagesOf(join(folder, 'node_modules/.package-lock.json'));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : Boolean(optional)),
  );
}

function packagesOf(lock) {
  return existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')).packages : null;
}
