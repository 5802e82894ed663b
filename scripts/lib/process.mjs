/** Child processes that never outlive this one, and failures a person can read. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
let stopping = false;

// However this process ends, nothing it started stays behind. First in line: a test runner may leave no second turn.
process.prependOnceListener('exit', () => children.forEach((child) => signal(child, 'SIGKILL')));

/** What went wrong, in words for a person: printed without a stack. */
export class Trouble extends Error {}

/**
 * Starts a long-running process in a process group of its own.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { detached: process.platform !== 'win32', ...options });
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.once('error', () => children.delete(child));
  return child;
}

/**
 * Runs a command to its end. Its output goes to `log` (a file) where given, else to this terminal.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, log?: string}} [options]
 * @returns {Promise<void>} rejects with a Trouble that ends with the last lines of the log
 */
export async function run(command, args, options = {}) {
  const code = await exitCode(command, args, options);
  if (code === 0) return;
  const said = options.log ? `\n${lastLines(options.log, 25)}\n(all of it: ${options.log})` : '';
  throw new Trouble(`\`${[command, ...args].join(' ')}\` ended with exit code ${code}.${said}`);
}

/** As `run`, but resolves to the exit code (or the signal's name). */
export async function exitCode(command, args, { cwd, env, log } = {}) {
  if (log) mkdirSync(dirname(log), { recursive: true });
  const output = log ? openSync(log, 'w') : 'inherit';
  try {
    const child = start(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [log ? 'ignore' : 'inherit', output, output],
      shell: process.platform === 'win32',
    });
    return await new Promise((resolve, reject) => {
      child.once('error', (error) => reject(new Trouble(`\`${command}\` can't be run: ${error.message}`)));
      child.once('exit', (code, signal) => resolve(code ?? signal));
    });
  } finally {
    if (typeof output === 'number') closeSync(output);
  }
}

/** Ends a process and everything it started. Resolves when it is gone. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  signal(child, 'SIGTERM');
  const patience = setTimeout(() => signal(child, 'SIGKILL'), 5_000);
  await gone;
  clearTimeout(patience);
  // The group may hold grandchildren that ignored the first signal.
  signal(child, 'SIGKILL');
}

/** Ctrl-C and friends end every child, then this process. */
export function stopChildrenOnSignals() {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.prependListener(name, async () => {
      if (stopping) return;
      stopping = true;
      await Promise.all([...children].map(stop));
      process.exit(name === 'SIGINT' ? 130 : 143);
    });
  }
}

/** Runs a script's main function: troubles are told in words, everything else with its stack. */
export async function main(body) {
  stopChildrenOnSignals();
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    await Promise.all([...children].map(stop));
    if (stopping) return;
    console.error(error instanceof Trouble ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Where a program is on the PATH, or null. */
export function which(program) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const files = folders.flatMap((folder) => endings.map((ending) => join(folder, program + ending)));
  return files.find((file) => existsSync(file)) ?? null;
}

function lastLines(file, count) {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}

function signal(child, name) {
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // Already gone.
  }
}
