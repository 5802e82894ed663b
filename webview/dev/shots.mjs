/** Pictures of every sample in every theme: `node webview/dev/shots.mjs FOLDER [NAME...]`. Needs Chromium. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const wide = { width: 1100, height: 640 };
const narrow = { width: 420, height: 640 };

const shots = [
  { name: 'diff-dark', query: 'sample=not-preserved&theme=dark&cursor=66' },
  { name: 'diff-light', query: 'sample=not-preserved&theme=light' },
  { name: 'diff-hc-dark', query: 'sample=not-preserved&theme=hc-dark&cursor=66' },
  { name: 'diff-hc-light', query: 'sample=not-preserved&theme=hc-light' },
  { name: 'diff-narrow', query: 'sample=not-preserved&theme=dark', size: narrow },
  { name: 'diff-open', query: 'sample=not-preserved&theme=light', act: openConversation },
  { name: 'diff-ids', query: 'sample=not-preserved&theme=dark', act: (page) => page.keyboard.press('i') },
  { name: 'diff-inline', query: 'sample=not-preserved&theme=light', act: (page) => page.keyboard.press('u') },
  { name: 'diff-tip', query: 'sample=not-preserved&theme=dark', act: focusAndSelect },
  { name: 'diff-search', query: 'sample=not-preserved&theme=dark', act: search },
  { name: 'diff-help', query: 'sample=not-preserved&theme=dark', act: (page) => page.keyboard.press('?') },
  { name: 'preserved-dark', query: 'sample=preserved&theme=dark' },
  { name: 'text-only-light', query: 'sample=text-only&theme=light' },
  { name: 'odd-dark', query: 'sample=odd&theme=dark' },
  { name: 'large-dark', query: 'sample=large&theme=dark' },
  { name: 'delta-dark', query: 'sample=delta&theme=dark' },
  { name: 'delta-light', query: 'sample=delta&theme=light' },
  { name: 'delta-hc-dark', query: 'sample=delta&theme=hc-dark' },
  { name: 'delta-hc-light', query: 'sample=delta&theme=hc-light' },
  { name: 'delta-narrow', query: 'sample=delta&theme=light', size: narrow },
  { name: 'certificate-dark', query: 'sample=certificate&theme=dark' },
  { name: 'certificate-light', query: 'sample=certificate&theme=light' },
  { name: 'certificate-hc-dark', query: 'sample=certificate&theme=hc-dark' },
  { name: 'certificate-hc-light', query: 'sample=certificate&theme=hc-light' },
  { name: 'certificate-narrow', query: 'sample=certificate&theme=dark', size: narrow },
  { name: 'tokens-dark', query: 'sample=tokens-blocks&theme=dark' },
  { name: 'tokens-light', query: 'sample=tokens-blocks&theme=light' },
  { name: 'tokens-hc-dark', query: 'sample=tokens-blocks&theme=hc-dark' },
  { name: 'tokens-hc-light', query: 'sample=tokens-blocks&theme=hc-light' },
  { name: 'tokens-narrow', query: 'sample=tokens-blocks&theme=light', size: narrow },
  { name: 'tokens-steps', query: 'sample=tokens&theme=light', size: narrow, act: openSteps },
  { name: 'tokens-tip', query: 'sample=tokens-blocks&theme=dark', act: focusAndSelect },
  { name: 'trip-dark', query: 'sample=round-trip&theme=dark' },
  { name: 'trip-light', query: 'sample=round-trip&theme=light' },
  { name: 'trip-hc-dark', query: 'sample=round-trip&theme=hc-dark' },
  { name: 'trip-hc-light', query: 'sample=round-trip&theme=hc-light' },
  { name: 'trip-narrow', query: 'sample=round-trip&theme=light', size: narrow },
  { name: 'trip-unread', query: 'sample=round-trip-unread&theme=dark' },
  { name: 'trip-refused', query: 'sample=round-trip-refused&theme=light' },
  { name: 'refused-dark', query: 'sample=refused&theme=dark' },
  {
    name: 'error-light',
    query: 'sample=delta&theme=light&error=The+template+has+a+syntax+error+at+line+12.',
  },
];

async function openConversation(page) {
  await page.locator('.conversation-summary').click();
}

async function openSteps(page) {
  await page.locator('.kept-ids-summary').click();
}

async function focusAndSelect(page) {
  await page.locator('.token[tabindex="0"]').focus();
  for (const key of ['n', 'Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
}

async function search(page) {
  await page.keyboard.press('/');
  await page.locator('.search input').fill('tool_call');
  await page.keyboard.press('Enter');
}

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say the folder to put the pictures in.');
mkdirSync(folder, { recursive: true });
const { address, stop } = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
for (const { name, query, size = wide, act } of shots) {
  if (names.length > 0 && !names.some((wanted) => name.startsWith(wanted))) continue;
  const page = await browser.newPage({ viewport: size });
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  page.on('console', (line) => {
    if (line.type() === 'error') console.error(`${name}: ${line.text()}`);
  });
  await page.goto(`${address}?${query}`);
  await page.locator('.view, .notice').first().waitFor();
  await page.waitForTimeout(200);
  await act?.(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}
await browser.close();
await stop();
