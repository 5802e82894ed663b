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

const panels = [
  { name: 'token-diff', file: template, command: 'Chat Template: Show Token Diff', title: 'Token Diff' },
  {
    name: 'tool-delta',
    file: repaired,
    command: 'Chat Template: Show Tool Response Delta',
    title: 'Tool Response Delta',
  },
] as const;

/** WCAG's least contrast of text, level AA. */
const LEGIBLE = 4.5;

let workbench: Workbench;

beforeAll(async () => {
  const source = qwen3Template().replace('loop.last or (not loop.last and reasoning_content)', 'true');
  workbench = await Workbench.open(qwen3Folder({ [repaired]: source }));
  for (const { file, command, title } of panels) {
    await workbench.openFile(file);
    await workbench.command(command);
    const panel = await workbench.panel(title);
    await panel.locator('[data-position]').first().waitFor();
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
    expect(await eventually(() => contrastOf(body), 10_000, 'colours')).toBeGreaterThan(LEGIBLE);
    await workbench.screenshot(`${name}-${themeName}`);
  });
});

/** Contrast of the panel's text and the editor's ground, 1 to 21. */
function contrastOf(body: Locator): Promise<number | null> {
  return body.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d');
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--vscode-editor-background');
    if (!canvas || !ground) return null;
    const luminance = (colour: string) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
        const channel = byte / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [dark = 0, light = 0] = [luminance(getComputedStyle(element).color), luminance(ground)].sort(
      (a, b) => a - b,
    );
    return (light + 0.05) / (dark + 0.05);
  });
}
