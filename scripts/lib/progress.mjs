import { performance } from 'node:perf_hooks';

const SECOND = 1000;

/**
 * Tells what is being done and how long it took; a slow step shows that it is alive.
 * @template T
 * @param {string} name
 * @param {() => Promise<T> | T} body returns `upToDate` when there was nothing to do
 * @returns {Promise<T>}
 */
export async function step(name, body) {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / SECOND).toFixed(1);
  const alive = process.stdout.isTTY
    ? setInterval(() => process.stdout.write(`\r  ${name} … ${seconds()} s`), SECOND)
    : null;
  if (process.stdout.isTTY) process.stdout.write(`  ${name} …`);
  try {
    const result = await body();
    say('✓', result === upToDate ? `${name} (up to date)` : `${name}  ${seconds()} s`);
    return result;
  } catch (error) {
    say('✗', `${name}  ${seconds()} s`);
    throw error;
  } finally {
    if (alive) clearInterval(alive);
  }
}

/** What a step returns that found its work done. */
export const upToDate = Symbol('up to date');

function say(mark, text) {
  const clear = process.stdout.isTTY ? '\r\x1b[K' : '';
  process.stdout.write(`${clear}${mark} ${text}\n`);
}
