/** A VS Code window as a person works in it: everything here is a click, a key, or a look at the screen. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { pointOfText, textUnder } from './glyphs.ts';
import type { MarkedText, Point } from './glyphs.ts';
import './provided.ts';

/** Tall enough to show Qwen3's condition without scrolling. */
const VIEWPORT = { width: 1400, height: 1100 };
const SCREENSHOTS = join(import.meta.dirname, '../../artefacts/screenshots');
/** For what is drawn after a round trip to the server. */
const PATIENCE = 30_000;
/** For a window or a file to open on a busy machine. */
const OPENING = 60_000;

const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;

export interface Squiggle extends MarkedText {
  readonly severity: (typeof SEVERITIES)[number];
}

export class Workbench {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #context: BrowserContext;
  readonly #external: string[] = [];

  private constructor(browser: Browser, context: BrowserContext, page: Page) {
    this.#browser = browser;
    this.#context = context;
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
    page.setDefaultNavigationTimeout(OPENING);
    context.on('request', (request) => {
      if (leavesTheMachine(request.url())) this.#external.push(request.url());
    });
  }

  /** Opens a folder in a new window. */
  static async open(folder: string): Promise<Workbench> {
    const browser = await chromium.connect(inject('browser'));
    const context = await browser.newContext({ viewport: VIEWPORT });
    const workbench = new Workbench(browser, context, await context.newPage());
    await workbench.page.goto(`${inject('origin')}/?folder=${encodeURIComponent(folder)}`);
    await workbench.page
      .locator('.explorer-folders-view .monaco-list-row')
      .first()
      .waitFor({ timeout: OPENING });
    return workbench;
  }

  /** Closes the window; fails if it asked anything of the network. */
  async close(): Promise<void> {
    await this.#context.close();
    await this.#browser.close();
    expect(this.#external, 'requests that left this machine').toEqual([]);
  }

  /** Reloads the window. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: OPENING });
    await this.command('Developer: Reload Window');
    await loaded;
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: OPENING });
  }

  /** Opens a file from the explorer and waits until its text is drawn. */
  async openFile(name: string): Promise<void> {
    await this.page
      .locator('.explorer-folders-view .monaco-list-row')
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .dblclick();
    await this.page.locator('.tab.active', { hasText: name }).first().waitFor();
    await this.page
      .locator('.editor-group-container.active .view-line')
      .first()
      .waitFor({ timeout: OPENING });
  }

  /** Opens a file of the folder by its path. */
  async quickOpen(path: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.page.locator('.quick-input-widget input').first().fill(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    await this.page
      .locator('.quick-input-list .monaco-list-row', { hasText: path.slice(0, -name.length - 1) })
      .first()
      .click();
    await this.page.locator('.tab.active', { hasText: name }).first().waitFor();
  }

  /** Runs a command by its title from the command palette. */
  async command(title: string): Promise<void> {
    const entry = this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    const offered = async () => {
      // A palette that was opened before all commands were known keeps its list: open it anew.
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('F1');
      await this.page.locator('.quick-input-widget input').first().fill(`>${title}`);
      return entry.waitFor({ timeout: PATIENCE / 5 }).then(
        () => true,
        () => false,
      );
    };
    await eventually(offered, PATIENCE, `the command "${title}"`);
    await entry.click();
  }

  /** Runs a command that asks, and answers with the entry of this label. */
  async pick(title: string, label: string): Promise<void> {
    await this.command(title);
    const entry = this.page.locator('.quick-input-list .monaco-list-row', {
      has: this.page.getByText(label, { exact: true }),
    });
    await this.page.locator('.quick-input-widget input').first().fill(label);
    await entry.first().click();
  }

  async showTab(title: string): Promise<void> {
    await this.page.locator('.tab', { hasText: title }).first().click();
  }

  /** Every squiggle in sight, one per line it spans, the gravest first. */
  async squiggles(): Promise<Squiggle[]> {
    const marks = await this.page.evaluate(
      textUnder,
      SEVERITIES.map((severity) => `squiggly-${severity}`),
    );
    return marks.map(({ className, line, text }) => ({ severity: severityOf(className), line, text }));
  }

  /** Waits for a squiggle that `wanted` accepts. */
  async squiggle(wanted: (squiggle: Squiggle) => boolean, timeout = PATIENCE): Promise<Squiggle> {
    return eventually(async () => (await this.squiggles()).find(wanted), timeout, 'such a squiggle');
  }

  /** Waits until no squiggle is left that `unwanted` accepts. */
  async noSquiggle(unwanted: (squiggle: Squiggle) => boolean, timeout = PATIENCE): Promise<void> {
    await eventually(async () => !(await this.squiggles()).some(unwanted), timeout, 'the squiggle to go');
  }

  /** Where `text` stands in the active editor. */
  pointOf(text: string, line?: number): Promise<Point> {
    const target = line === undefined ? { text } : { text, line };
    return eventually(() => this.page.evaluate(pointOfText, target), PATIENCE, `"${text}" on the screen`);
  }

  async clickText(text: string, line?: number): Promise<void> {
    const { x, y } = await this.pointOf(text, line);
    await this.page.mouse.click(x, y);
  }

  /** What the hover over `text` says, once it says `words`: findings are refined while the tokenizer is read. */
  async hoverText(text: string, words: RegExp, line?: number): Promise<string> {
    return eventually(
      async () => {
        const said = await this.#hoverOnce(text, line);
        if (said !== null && words.test(said)) return said;
        await this.leaveHover();
        return null;
      },
      PATIENCE,
      `a hover that says ${words}`,
    );
  }

  /** null where none appears: a hover is dropped when the text under it is drawn again. */
  async #hoverOnce(text: string, line?: number): Promise<string | null> {
    const { x, y } = await this.pointOf(text, line);
    await this.page.mouse.move(x - 1, y);
    await this.page.mouse.move(x, y);
    const hover = this.page.locator('.monaco-hover:visible').first();
    return hover.innerText({ timeout: PATIENCE / 5 }).catch(() => null);
  }

  async leaveHover(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.mouse.move(VIEWPORT.width - 20, VIEWPORT.height / 2);
  }

  /** Puts the cursor on `text`, clicks the light bulb and returns the menu. */
  async lightBulb(text: string, line?: number): Promise<Locator> {
    await this.clickText(text, line);
    await this.leaveHover();
    const bulb = '.lightBulbWidget:visible, [class*="codicon-gutter-lightbulb"]:visible';
    await this.page.locator(bulb).first().click();
    const menu = this.page.locator('.action-widget:not(.action-list-submenu-panel)');
    await menu.waitFor();
    return menu;
  }

  /** The selected text in sight, line by line. */
  async selection(): Promise<MarkedText[]> {
    const marks = await this.page.evaluate(textUnder, ['selected-text']);
    return marks.map(({ line, text }) => ({ line, text }));
  }

  /** The content of the panel with this title, once it is in sight. */
  async panel(title: string | RegExp): Promise<FrameLocator> {
    await this.page.locator('.tab.active', { hasText: title }).first().waitFor();
    const name = await eventually(() => this.#pageTitled(title), PATIENCE, `the panel ${title}`);
    return contentOf(this.page.locator(`iframe.webview[name="${name}"]`));
  }

  /** VS Code's own preview of a Markdown document: its page has no title. */
  async markdownPreview(): Promise<FrameLocator> {
    await this.page.locator('.tab.active', { hasText: 'Preview' }).first().waitFor();
    return contentOf(this.page.locator('iframe.webview >> visible=true'));
  }

  /** The name of the visible panel whose page has this title: while tabs change, more than one panel is visible. */
  async #pageTitled(title: string | RegExp): Promise<string | null> {
    for (const webview of await this.page.locator('iframe.webview >> visible=true').all()) {
      const name = await webview.getAttribute('name', { timeout: PATIENCE / 5 }).catch(() => null);
      if (name === null) continue;
      const page = contentOf(this.page.locator(`iframe.webview[name="${name}"]`)).locator('title');
      const says = await page.textContent({ timeout: PATIENCE / 5 }).catch(() => null);
      if (says !== null && new RegExp(title).test(says)) return name;
    }
    return null;
  }

  /** Types at the start of the active editor. */
  async typeAtStart(text: string): Promise<void> {
    await this.page.locator('.editor-group-container.active .view-line').first().click();
    await this.page.keyboard.press('Control+Home');
    await this.page.keyboard.insertText(text);
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('Control+S');
  }

  /** What the problems panel lists; it is closed again, since it hides half of the editor. */
  async problems(words: RegExp): Promise<string> {
    await this.page.keyboard.press('Control+Shift+M');
    const list = this.page.locator('.markers-panel-container', { hasText: words });
    await list.waitFor();
    const text = await list.innerText();
    await this.page.keyboard.press('Control+Shift+M');
    await list.waitFor({ state: 'hidden' });
    return text;
  }

  /** Waits for a notification that says this. */
  async notification(words: RegExp): Promise<void> {
    await this.page.locator('.notification-toast', { hasText: words }).first().waitFor();
  }

  allowClipboard(): Promise<void> {
    return this.#context.grantPermissions(['clipboard-read', 'clipboard-write']);
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }
}

const severityOf = (className: string) =>
  SEVERITIES.find((severity) => className === `squiggly-${severity}`)!;

const contentOf = (webview: Locator) => webview.contentFrame().frameLocator('iframe#active-frame');

/** Asks until the answer is neither null, undefined nor false. */
export async function eventually<T>(
  ask: () => Promise<T | null | undefined | false>,
  timeout: number,
  what: string,
): Promise<T> {
  const end = performance.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`Waited ${timeout} ms for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Resources of panels have an address that looks remote; the page's own service worker answers them. */
function leavesTheMachine(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const local = ['127.0.0.1', 'localhost'].includes(hostname) || hostname.endsWith('.localhost');
  return /^(https?|wss?):$/.test(protocol) && !local && !hostname.endsWith('.vscode-resource.vscode-cdn.net');
}
