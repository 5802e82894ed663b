import { expect, test } from 'vitest';
import { compact, fieldsOf } from './conversation.ts';

test('numbers are shown as they were written', () => {
  const call = { function: { name: 'set', arguments: { level: { $number: '1.0' }, of: 2 } } };
  expect(fieldsOf({ role: 'assistant', content: null, tool_calls: [call] })).toEqual([
    ['content', 'null'],
    ['tool_calls', '[{"function":{"name":"set","arguments":{"level":1.0,"of":2}}}]'],
  ]);
  expect(compact('{"$number":"1.0"}')).toBe('{"$number":"1.0"}');
});
