/**
 * `npm test`: on a fresh machine installs what the tests need, then runs every layer. All layers run, whatever fails;
 * the last line is `N passed, N failed`.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { installChromium } from './lib/chromium.mjs';
import { build, pack } from './lib/extension.mjs';
import { installPackages } from './lib/packages.mjs';
import { cache, root } from './lib/paths.mjs';
import { Trouble, exitCode, main } from './lib/process.mjs';
import { step } from './lib/progress.mjs';
import { countsOf } from './lib/results.mjs';
import { installVsCode } from './lib/vscode.mjs';

const setUp = {
  packages: () => step('Packages', () => installPackages()),
  tokenizers: () =>
    step('Tokenizers to compare with', () =>
      installPackages('test-fixtures/tokenizers', ['--ignore-scripts']),
    ),
  chromium: () => step('Chromium', installChromium),
  vscode: () => step('VS Code for the browser', () => installVsCode((note) => console.log(`  ! ${note}`))),
};

/** In the order they run: what fails soonest first. `run` resolves to counts of tests, or nothing where it has none. */
const layers = [
  { name: 'typecheck', needs: ['packages', 'tokenizers'], run: typecheck },
  { name: 'lint', needs: ['packages'], run: lint },
  {
    name: 'unit',
    needs: ['packages', 'tokenizers'],
    run: () => vitest('unit', '--config', 'vitest.config.ts'),
  },
  { name: 'build', needs: ['packages'], run: () => step('Build', build).then(noTests) },
  { name: 'pack', needs: ['packages'], run: () => step('Pack', pack).then(noTests) },
  {
    name: 'e2e',
    needs: ['packages', 'chromium', 'vscode'],
    run: () => vitest('e2e', '--config', 'e2e/vitest.config.ts'),
  },
];

const USAGE = `npm test [-- --only LAYER[,LAYER…]]

Layers: ${layers.map(({ name }) => name).join(', ')}`;

await main(async () => {
  const results = [];
  const done = new Set();
  for (const layer of chosenLayers()) {
    console.log(`\n── ${layer.name}\n`);
    results.push({ name: layer.name, ...(await runLayer(layer, done)) });
  }
  return summarise(results);
});

function chosenLayers() {
  const { only, help } = readOptions();
  if (help) {
    console.log(USAGE);
    process.exit(0);
  }
  if (!only) return layers;
  const names = only.split(',');
  const unknown = names.find((name) => !layers.some((layer) => layer.name === name));
  if (unknown) throw new Trouble(`There is no layer "${unknown}".\n\n${USAGE}`);
  // The packed extension is what the end-to-end tests run.
  const wanted = names.includes('e2e') ? [...names, 'build', 'pack'] : names;
  return layers.filter(({ name }) => wanted.includes(name));
}

function readOptions() {
  try {
    return parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new Trouble(`${error.message}\n\n${USAGE}`);
  }
}

/** A layer that fails without a test of its own failing counts as one failed test. */
async function runLayer({ needs, run }, done) {
  const began = performance.now();
  let counts;
  try {
    for (const need of needs) {
      if (!done.has(need)) await setUp[need]();
      done.add(need);
    }
    counts = await run();
  } catch (error) {
    console.error(error instanceof Trouble ? error.message : error);
    counts = { passed: 0, failed: 1 };
  }
  return { ...counts, seconds: (performance.now() - began) / 1000 };
}

function summarise(results) {
  console.log('\n── summary\n');
  for (const { name, passed, failed, seconds } of results) {
    const tests = passed + failed > 0 ? `${passed} passed, ${failed} failed` : 'ok';
    console.log(
      `${failed ? '✗' : '✓'} ${name.padEnd(10)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${tests}`,
    );
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') > 0 ? 1 : 0;
}

function noTests() {
  return { passed: 0, failed: 0 };
}

/** Runs a tool of node_modules; a finding of it fails the layer. */
async function tool(file, ...args) {
  const code = await node(file, args);
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

/** Kept between runs: only what depends on a change is checked again. */
function typecheck() {
  return tool(
    'typescript/bin/tsc',
    ...['--noEmit', '--incremental', '--tsBuildInfoFile', join(cache, 'typecheck.tsbuildinfo')],
  );
}

async function lint() {
  const rules = await tool('eslint/bin/eslint.js', '.');
  const format = await tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.');
  return { passed: 0, failed: rules.failed + format.failed };
}

async function vitest(name, ...args) {
  const report = join(cache, 'reports', `${name}.json`);
  rmSync(report, { force: true });
  const code = await node('vitest/vitest.mjs', [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const { passed, failed } = countsOf(report);
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}

function node(file, args) {
  return exitCode(process.execPath, [join(root, 'node_modules', file), ...args], { cwd: root });
}
