/**
 * Real VS Code in the browser: code-server from npm, run by the Node that it wants (also from npm), in a folder of
 * its own under .cache/. Nothing of it touches the person's own editor, settings or home.
 */
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installPackages } from './packages.mjs';
import { cache, logs, root } from './paths.mjs';
import { Trouble, exitCode, run, start, stop, which } from './process.mjs';
import { upToDate } from './progress.mjs';

const home = join(cache, 'vscode');
const node = join(home, `node_modules/node-linux-${process.arch}`);
const nodeBinary = join(node, 'bin/node');
const server = join(home, 'node_modules/code-server');
const serverEntry = join(server, 'out/node/entry.js');
const workbench = join(server, 'lib/vscode');
const finished = join(workbench, 'node_modules/.complete');

/** Compiled, since no binary is published: log channels need the first; the second ends orphaned extension hosts. */
const NATIVE = ['@vscode/spdlog', '@vscode/native-watchdog'];

export const runsHere = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

/** Installs VS Code for the browser. `warn` hears of what is left out. */
export async function installVsCode(warn) {
  if (!runsHere) {
    throw new Trouble(
      `VS Code in the browser runs on Linux (x64, arm64) only; this is ${process.platform} ${process.arch}.\n` +
        'Install VS Code so that `code` is on the PATH, then run `npm start` again.',
    );
  }
  mkdirSync(home, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(root, 'e2e/vscode', file), join(home, file));
  const installed = await installPackages('.cache/vscode', ['--ignore-scripts', '--engine-strict=false']);
  if (installed === upToDate && existsSync(finished)) return upToDate;
  await installWorkbench(warn);
  writeFileSync(finished, '');
}

/** The workbench's own dependencies: pinned by its shrinkwrap, all but one package, so `npm ci` refuses. */
async function installWorkbench(warn) {
  const env = { PATH: join(node, 'bin') + delimiter + process.env.PATH, npm_config_nodedir: node };
  await run('npm', ['install', '--no-fund', '--no-audit', '--omit=dev', '--ignore-scripts'], {
    cwd: workbench,
    env,
    log: join(logs, 'vscode-install.log'),
  });
  const log = join(logs, 'vscode-native.log');
  const code = await exitCode('npm', ['rebuild', ...NATIVE], { cwd: workbench, env, log });
  if (code !== 0) {
    warn(`VS Code's log channels will stay empty: compiling them needs python3, make and g++ (${log}).`);
  }
}

/**
 * @typedef {object} Instance of VS Code in the browser
 * @property {string} origin `http://127.0.0.1:PORT`
 * @property {string} log file
 * @property {import('node:child_process').ChildProcess} process
 * @property {() => Promise<void>} stop
 */

/**
 * Installs an extension and starts the server on a free loopback port.
 * @param {{folder: string, vsix: string, settings: object, keepSettings?: boolean, variables?: object}} options
 *   `folder`: keeps settings, extensions and state; given again, they are still there. `variables`: of its environment
 * @returns {Promise<Instance>}
 */
export async function startVsCode({ folder, vsix, settings, keepSettings = false, variables = {} }) {
  const instance = prepare(folder, settings, keepSettings, variables);
  await installExtension(instance, vsix);
  return serve(instance);
}

function prepare(folder, settings, keepSettings, variables) {
  const path = (name) => join(folder, name);
  for (const name of ['data/User', 'extensions', 'home']) mkdirSync(path(name), { recursive: true });
  const config = path('config.yaml');
  writeFileSync(config, '');
  const settingsFile = path('data/User/settings.json');
  if (!keepSettings || !existsSync(settingsFile)) {
    writeFileSync(settingsFile, JSON.stringify(settings, null, 2));
  }
  // Sockets live there, and their paths may have a hundred characters at most.
  const temporary = mkdtempSync(join(tmpdir(), 'vscode-'));
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  return {
    log: path('server.log'),
    args: [
      serverEntry,
      ...['--config', config],
      ...['--user-data-dir', path('data')],
      ...['--extensions-dir', path('extensions')],
    ],
    env: {
      ...process.env,
      HOME: path('home'),
      TMPDIR: temporary,
      // No marketplace: nothing leaves this machine.
      EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: '' }),
      ...variables,
    },
  };
}

async function installExtension({ args, env }, vsix) {
  await run(nodeBinary, [...args, '--install-extension', vsix, '--force'], {
    env,
    log: join(logs, 'install-extension.log'),
  });
}

async function serve({ args, env, log }) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  rmSync(log, { force: true });
  const output = openSync(log, 'a');
  const child = start(
    nodeBinary,
    [
      ...args,
      ...['--bind-addr', `127.0.0.1:${port}`],
      ...['--auth', 'none'],
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-workspace-trust',
      '--disable-getting-started-override',
      '--disable-proxy',
      '--ignore-last-opened',
    ],
    { env, stdio: ['ignore', output, output] },
  );
  child.once('error', (error) => appendFileSync(log, String(error)));
  await untilHealthy(origin, child, log);
  return { origin, log, process: child, stop: () => stop(child) };
}

async function untilHealthy(origin, child, log) {
  const attempts = 300;
  for (let attempt = 0; attempt < attempts && child.exitCode === null; attempt++) {
    const answer = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } }).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Trouble(`VS Code in the browser did not start; see ${log}`);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The address that opens a folder, with files in it already open. */
export function address(origin, folder, files = []) {
  const authority = new URL(origin).host;
  const payload = files.map((file) => ['openFile', `vscode-remote://${authority}${join(folder, file)}`]);
  const query = new URLSearchParams({ folder, ...(payload.length && { payload: JSON.stringify(payload) }) });
  return `${origin}/?${query.toString().replaceAll('%2F', '/').replaceAll('%3A', ':')}`;
}

/** Desktop VS Code, where it is installed. */
export const desktop = () => which('code');
