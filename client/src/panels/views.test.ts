import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { panelType, VIEWS, viewStateFrom } from './views.ts';

const kept = { view: 'token-diff', templateUri: 'file:///t.jinja', choice: 'append.user' };

test('what a panel kept over a reload is read', () => {
  expect(viewStateFrom({ ...kept, scrollTop: 7 })).toEqual(kept);
  expect(viewStateFrom({ ...kept, view: 'tool-delta', choice: 3, toolResult: '' })).toEqual({
    view: 'tool-delta',
    templateUri: 'file:///t.jinja',
    toolResult: '',
  });
});

test.each([
  undefined,
  null,
  'x',
  {},
  { ...kept, view: 'toString' },
  { ...kept, view: 'other' },
  { ...kept, templateUri: 1 },
])('what is of no use is not: %j', (value) => {
  expect(viewStateFrom(value)).toBeNull();
});

test('every panel is given back after a reload: the manifest says so', () => {
  const { activationEvents } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    activationEvents: string[];
  };
  for (const view of Object.keys(VIEWS) as (keyof typeof VIEWS)[])
    expect(activationEvents).toContain(`onWebviewPanel:${panelType(view)}`);
});
