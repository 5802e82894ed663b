import { expect, test } from 'vitest';
import { parseTemplate } from './parser.ts';
import { nodesOf } from './walk.ts';

test('a template with more statements than a call may have arguments is walked', () => {
  const { template } = parseTemplate('{{ a }}'.repeat(200_000));
  expect([...nodesOf(template!)].filter(({ kind }) => kind === 'name')).toHaveLength(200_000);
});
