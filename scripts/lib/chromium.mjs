import { join } from 'node:path';
import { logs } from './paths.mjs';
import { Trouble, run, which } from './process.mjs';
import { upToDate } from './progress.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Without these, a headless browser asks the network for updates, or the machine for a graphics card. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
];

/** The browser's executable: `CHROMIUM` of the environment, or the first on the PATH; null where there is none. */
export const chromium = () => process.env.CHROMIUM || NAMES.map(which).find(Boolean) || null;

/** Installs Debian's Chromium where that can be done without asking; else says what to do. */
export async function installChromium() {
  if (chromium()) return upToDate;
  if (!which('apt-get') || process.getuid?.() !== 0) {
    throw new Trouble(
      'The end-to-end tests need Chromium: install it (Debian: `sudo apt-get install chromium`), or set CHROMIUM to its path.',
    );
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, log: join(logs, 'apt-update.log') });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
    env,
    log: join(logs, 'apt-chromium.log'),
  });
}
