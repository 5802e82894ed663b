/** Pictures of the panels in every kind of theme, for people to judge. What can be measured: text stands out from its ground. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureFailures } from '../support/failure.ts';
import { qwen3Folder, qwen3Template, template } from '../support/folders.ts';
import { Workbench, eventually } from '../support/workbench.ts';

const themes = [
  { name: 'light', label: 'Light Modern', kind: 'vs' },
  { name: 'high-contrast-light', label: 'Light High Contrast', kind: 'hc-light' },
  { name: 'high-contrast', label: 'Dark High Contrast', kind: 'hc-black' },
  { name: 'dark', label: 'Dark Modern', kind: 'vs-dark' },
] as const;

/** How VS Code names a kind of theme in a panel. */
const bodyClass = {
  vs: 'light',
  'vs-dark': 'dark',
  'hc-black': 'high-contrast',
  'hc-light': 'high-contrast-light',
} as const;

/** Tools can be appended to this one: it has a delta to show. */
const repaired = 'chat_template.repaired.jinja';

/** `shown`: there once the panel has its content. */
const panels = [
  { name: 'token-diff', file: template, command: 'Show Token Diff', title: 'Token Diff', shown: '.token' },
  {
    name: 'tool-delta',
    file: repaired,
    command: 'Show Tool Response Delta',
    title: 'Tool Response Delta',
    shown: '.token',
  },
  { name: 'tokens', file: repaired, command: 'Show Tokens', title: 'Tokens: ', shown: '.token' },
  {
    name: 'round-trip',
    file: repaired,
    command: 'Show Round-Trip Drift',
    title: 'Round-Trip Drift',
    shown: '.token',
  },
  { name: 'certificate', file: repaired, command: 'Certify Template', title: 'Certificate', shown: 'table' },
] as const;

/** WCAG's least contrast of large text and of what is drawn, level AA: themes give some text of their own no more. */
const LEGIBLE = 3;

let workbench: Workbench;

beforeAll(async () => {
  const source = qwen3Template().replace('loop.last or (not loop.last and reasoning_content)', 'true');
  workbench = await Workbench.open(qwen3Folder({ [repaired]: source }));
  for (const { file, command, title, shown } of panels) {
    await workbench.openFile(file);
    await workbench.command(`Chat Template: ${command}`);
    const panel = await workbench.panel(title);
    await panel.locator(shown).first().waitFor();
    await workbench.clickText('if tools');
  }
});
afterAll(() => workbench.close());
pictureFailures(() => workbench);

describe.each(themes)('in $name', ({ name: themeName, label, kind }) => {
  beforeAll(async () => {
    await workbench.pick('Preferences: Color Theme', label);
    await workbench.page.locator(`.monaco-workbench.${kind}`).waitFor();
  });

  it.each(panels)('$name is legible', async ({ name, title }) => {
    await workbench.showTab(title);
    const panel = await workbench.panel(title);
    const body = panel.locator(`body.vscode-${bodyClass[kind]}`);
    await body.waitFor();
    const { text, contrast } = await eventually(() => faintestText(body), 10_000, 'text');
    expect(contrast, JSON.stringify(text)).toBeGreaterThan(LEGIBLE);
    await workbench.screenshot(`${name}-${themeName}`);
  });
});

/** The text in sight that stands out least from what is behind it, and its contrast, 1 to 21. What is disabled is meant to be faint. */
function faintestText(body: Locator): Promise<{ text: string; contrast: number } | null> {
  return body.evaluate((root) => {
    type Colour = readonly [number, number, number, number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) return null;
    const read = (css: string): Colour => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [
      r * a + R * (1 - a),
      g * a + G * (1 - a),
      b * a + B * (1 - a),
      1,
    ];
    const groundOf = (element: Element | null): Colour => {
      if (element === null)
        return read(getComputedStyle(root).getPropertyValue('--vscode-editor-background'));
      const own = read(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
    };
    const luminance = ([red, green, blue]: Colour) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((byte) => {
        const channel = byte / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let faintest: { text: string; contrast: number } | null = null;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      // Drawn whitespace is meant to stay behind the text.
      if (!element || !/[\p{L}\p{N}]/u.test(text) || !element.checkVisibility()) continue;
      if (element.closest(':disabled, option, style, script')) continue;
      const ground = groundOf(element);
      const [dark = 0, light = 0] = [over(read(getComputedStyle(element).color), ground), ground]
        .map(luminance)
        .sort((a, b) => a - b);
      const contrast = (light + 0.05) / (dark + 0.05);
      if (faintest === null || contrast < faintest.contrast) faintest = { text, contrast };
    }
    return faintest;
  });
}
