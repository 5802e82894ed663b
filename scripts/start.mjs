/**
 * `npm start`: from a fresh clone to a real VS Code with the extension in it and a sample to play with.
 * Plain JavaScript, so that it runs on bare Node before anything is installed.
 */
import { join } from 'node:path';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { build, pack } from './lib/extension.mjs';
import { installPackages } from './lib/packages.mjs';
import { cache, logs, vsix } from './lib/paths.mjs';
import { Trouble, main, run, start } from './lib/process.mjs';
import { step } from './lib/progress.mjs';
import { prepareSample, sampleTemplate } from './lib/sample.mjs';
import { address, desktop, installVsCode, startVsCode } from './lib/vscode.mjs';

const USAGE = `npm start [-- OPTIONS]

Builds the extension and opens a sample template in VS Code.

  --desktop   in the VS Code of this machine (the default where \`code\` is on the PATH)
  --browser   in a real VS Code in the browser (Linux x64 and arm64; installed into .cache/)
  --fresh     with the sample as it was at first
  --help      this text`;

/** The editor shows the file and little else. */
const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'editor.minimap.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
};

await main(async () => {
  const options = readOptions();
  if (options.help) return console.log(USAGE);
  const where = options.browser || !(options.desktop || desktop()) ? inBrowser : onDesktop;

  console.log('\nChat Template Studio\n');
  await step('Packages', () => installPackages());
  await step('Build', build);
  await step('Pack', pack);
  const folder = await step('Sample', () => prepareSample({ fresh: options.fresh }));
  await where(folder);
});

function readOptions() {
  const flag = { type: 'boolean', default: false };
  try {
    return parseArgs({ options: { desktop: flag, browser: flag, fresh: flag, help: flag } }).values;
  } catch (error) {
    throw new Trouble(`${error.message}\n\n${USAGE}`);
  }
}

async function onDesktop(folder) {
  const code = desktop();
  if (!code)
    throw new Trouble('`code` is not on the PATH. Install VS Code, or use `npm start -- --browser`.');
  // A profile of its own: the person's extensions, settings and windows are left alone.
  const profile = [
    ...['--user-data-dir', join(cache, 'start/desktop/data')],
    ...['--extensions-dir', join(cache, 'start/desktop/extensions')],
  ];
  await step('Extension into VS Code', () =>
    run(code, [...profile, '--install-extension', vsix, '--force'], { log: join(logs, 'code-install.log') }),
  );
  console.log('\n  VS Code is opening. Close its window, or press Ctrl-C here, to end.\n');
  const window = start(code, [...profile, '--new-window', '--wait', folder, join(folder, sampleTemplate)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  await once(window, 'exit');
}

async function inBrowser(folder) {
  const notes = [];
  await step('VS Code for the browser', () => installVsCode((note) => notes.push(note)));
  const instance = await step('VS Code starts', () =>
    startVsCode({ folder: join(cache, 'start/browser'), vsix, settings: SETTINGS, keepSettings: true }),
  );
  for (const note of notes) console.log(`  ! ${note}`);
  console.log(`\n  Open  ${address(instance.origin, folder, [sampleTemplate])}\n\n  Ctrl-C ends it.\n`);
  await once(instance.process, 'exit');
  throw new Trouble(`VS Code in the browser ended; see ${instance.log}`);
}
