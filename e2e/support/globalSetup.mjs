/** One VS Code server with the packed extension in it and one browser, shared by all suites. */
import { chromium } from 'playwright-core';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as chromiumExecutable, chromiumFlags } from '../../scripts/lib/chromium.mjs';
import { artefacts, vsix } from '../../scripts/lib/paths.mjs';
import { stopChildrenOnSignals } from '../../scripts/lib/process.mjs';
import { startVsCode } from '../../scripts/lib/vscode.mjs';
import { MockHub } from '../../server/src/hub/testing/mockHub.ts';
import { COMMIT, REMOTE_FILES, REMOTE_MODEL } from './hub.ts';

const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
  'files.hotExit': 'off',
  'editor.minimap.enabled': false,
};

/** @param {import('vitest/node').TestProject} project */
export default async function globalSetup(project) {
  stopChildrenOnSignals();
  const home = mkdtempSync(join(tmpdir(), 'studio-e2e-'));
  mkdirSync(artefacts, { recursive: true });
  // On loopback, like all else: nothing leaves this machine.
  const hub = await MockHub.start({ [REMOTE_MODEL]: { commit: COMMIT, files: REMOTE_FILES } });
  const code = await startVsCode({
    folder: join(home, 'code'),
    vsix,
    settings: SETTINGS,
    variables: { HF_ENDPOINT: hub.endpoint, HF_HOME: join(home, 'huggingface') },
  });
  const browser = await chromium.launchServer({
    executablePath: chromiumExecutable(),
    headless: true,
    args: chromiumFlags,
  });
  project.provide('origin', code.origin);
  project.provide('browser', browser.wsEndpoint());
  project.provide('home', home);
  project.provide('settingsFile', join(home, 'code/data/User/settings.json'));
  return async () => {
    await browser.close();
    await code.stop();
    await hub.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
}
