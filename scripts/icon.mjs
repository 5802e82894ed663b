/** `npm run icon`: draws media/icon.svg as the PNG that the marketplace wants. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromium as chromiumExecutable, chromiumFlags, installChromium } from './lib/chromium.mjs';
import { root } from './lib/paths.mjs';
import { main } from './lib/process.mjs';

const SIZE = 256;

await main(async () => {
  await installChromium();
  const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: chromiumFlags });
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block }</style>${readFileSync(join(root, 'media/icon.svg'), 'utf8')}`,
  );
  writeFileSync(join(root, 'media/icon.png'), await page.screenshot({ omitBackground: true }));
  await browser.close();
});
