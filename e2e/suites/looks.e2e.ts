/** Pictures of everything a person looks at, in every kind of theme, for people to judge; nothing may be illegible. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { pictureFailures } from '../support/failure.ts';
import { qwen3Folder, template } from '../support/folders.ts';
import { Workbench, eventually } from '../support/workbench.ts';

const themes = [
  { name: 'light', theme: 'Default Light Modern', kind: 'vs' },
  { name: 'dark', theme: 'Default Dark Modern', kind: 'vs-dark' },
  { name: 'high-contrast', theme: 'Default High Contrast', kind: 'hc-black' },
  { name: 'high-contrast-light', theme: 'Default High Contrast Light', kind: 'hc-light' },
] as const;

const panels = [
  { name: 'token-diff', command: 'Chat Template: Show Token Diff', title: /Token Diff/ },
  { name: 'tool-delta', command: 'Chat Template: Show Tool Response Delta', title: /Tool Response Delta/ },
] as const;

const settings = readFileSync(inject('settingsFile'), 'utf8');
let workbench: Workbench;

describe.each(panels)('$name', ({ name, command, title }) => {
  beforeAll(async () => {
    workbench = await Workbench.open(qwen3Folder());
    await workbench.openFile(template);
    await workbench.squiggle(({ severity }) => severity === 'error');
    await workbench.command(command);
    const panel = await workbench.panel(title);
    await panel.locator('.badge, .notice').first().waitFor();
  });

  afterAll(async () => {
    writeFileSync(inject('settingsFile'), settings);
    await workbench.close();
  });

  pictureFailures(() => workbench);

  it.each(themes)('in $name', async ({ name: themeName, theme, kind }) => {
    writeFileSync(
      inject('settingsFile'),
      JSON.stringify({ ...JSON.parse(settings), 'workbench.colorTheme': theme }),
    );
    await workbench.page.locator(`.monaco-workbench.${kind}`).waitFor();
    const panel = await workbench.panel(title);
    const colours = await eventually(
      () =>
        panel.locator('body').evaluate((body) => {
          const { color } = getComputedStyle(body);
          const ground = getComputedStyle(document.documentElement).getPropertyValue(
            '--vscode-editor-background',
          );
          return ground ? { color, ground } : null;
        }),
      10_000,
      'the colours of the theme',
    );
    expect(colours.color).not.toBe(colours.ground);
    await workbench.screenshot(`${name}-${themeName}`);
  });
});
