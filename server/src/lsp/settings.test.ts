import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, settingsFrom, SettingsStore } from './settings.ts';
import { WorkspaceFolders } from './workspaceFolders.ts';

test.each([
  [null, DEFAULT_SETTINGS],
  ['nonsense', DEFAULT_SETTINGS],
  [{ tokenizer: '', check: null }, DEFAULT_SETTINGS],
  [
    { tokenizer: ' models/a ', python: ' py ', check: { delay: -1 } },
    { tokenizer: 'models/a', python: 'py', check: { delay: 150 } },
  ],
  [
    { tokenizer: 7, check: { delay: 0 } },
    { tokenizer: null, python: null, check: { delay: 0 } },
  ],
])('settings as people write them: %j', (written, settings) => {
  expect(settingsFrom(written)).toEqual(settings);
});

test('settings are asked once for each document, and again when forgotten', async () => {
  const asked: string[] = [];
  const store = new SettingsStore((uri) => Promise.resolve(void asked.push(uri)));
  await Promise.all([store.for('a'), store.for('a'), store.for('b')]);
  expect(asked).toEqual(['a', 'b']);
  store.forget();
  await store.for('a');
  expect(asked).toEqual(['a', 'b', 'a']);
});

test('a client that refuses to answer leaves the defaults', async () => {
  const store = new SettingsStore(() => Promise.reject(new Error('no')));
  expect(await store.for('a')).toEqual(DEFAULT_SETTINGS);
});

test('the workspace folder of a document is the innermost around it', () => {
  const workspaceFolders = ['file:///a', 'file:///a/b', 'file:///a/bc'].map((uri) => ({ uri, name: '' }));
  const folders = new WorkspaceFolders({
    processId: null,
    rootUri: null,
    capabilities: {},
    workspaceFolders,
  });
  expect(folders.of('file:///a/b/t.jinja')).toBe('file:///a/b');
  expect(folders.of('file:///a/t.jinja')).toBe('file:///a');
  expect(folders.of('file:///elsewhere/t.jinja')).toBe('file:///a');
});
