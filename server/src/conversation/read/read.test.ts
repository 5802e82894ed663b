import { describe, expect, test } from 'vitest';
import { open } from '../../certify/certify.ts';
import { problemText, readConversations } from './index.ts';

const problems = (text: string, name = 'mine.json') =>
  readConversations(text, name).problems.map(({ line, path, message }) => `${line} ${path} ${message}`);
const placed = (text: string) =>
  readConversations(text, 'mine.json').problems.map((problem) => problemText('mine.json', problem));
const read = (value: unknown, name = 'mine.json') => {
  const { trajectories, problems: wrong } = readConversations(JSON.stringify(value), name);
  expect(wrong).toEqual([]);
  return trajectories;
};

describe('what is a conversation', () => {
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: null },
  ];

  test('a list of messages', () =>
    expect(read(messages)).toEqual([{ id: 'mine.json#1', title: 'mine.json#1', messages, tools: null }]));

  test('a list of turns', () =>
    expect(
      read([
        { from: 'human', value: 'a' },
        { from: 'gpt', value: 'b' },
      ]),
    ).toMatchObject([
      {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'b' },
        ],
      },
    ]));

  test('an object with messages and tools; an id is kept', () =>
    expect(read({ id: 'x', messages, tools: [{ type: 'function' }], source: 'log' })).toMatchObject([
      { id: 'mine.json#x', tools: [{ type: 'function' }] },
    ]));

  test('a list of both', () =>
    expect(read([messages, { messages }]).map(({ id }) => id)).toEqual(['mine.json#1', 'mine.json#2']));

  test('one per line of a JSONL file, blank lines apart', () => {
    const line = JSON.stringify({ messages });
    const { trajectories } = readConversations(`${line}\n\n${line}\r\n`, 'a.jsonl');
    expect(trajectories.map(({ id }) => id)).toEqual(['a.jsonl#1', 'a.jsonl#2']);
  });

  test('content may be a list of parts', () =>
    expect(read([{ role: 'user', content: [{ type: 'text', text: 'a' }] }])).toHaveLength(1));

  test('arguments that come as JSON text become a mapping', () => {
    const call = { id: 'a', function: { name: 'f', arguments: '{"x": [1]}' } };
    expect(read([{ role: 'assistant', tool_calls: [call] }])[0]!.messages[0]!.tool_calls).toEqual([
      { type: 'function', id: 'a', function: { name: 'f', arguments: { x: [1] } } },
    ]);
  });

  test('turns with from and value are converted', () => {
    const turns = [
      { from: 'human', value: 'a' },
      { from: 'function_call', value: '{"name": "f", "arguments": {"x": 1}}' },
      { from: 'observation', value: 'r' },
      { from: 'gpt', value: 'b' },
    ];
    const [found] = read({ conversations: turns, system: 's', tools: '[{"name": "f"}]' });
    expect(found!.tools).toEqual([{ name: 'f' }]);
    expect(found!.messages).toEqual([
      { role: 'system', content: 's' },
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ type: 'function', function: { name: 'f', arguments: { x: 1 } } }],
      },
      { role: 'tool', content: 'r' },
      { role: 'assistant', content: 'b' },
    ]);
  });

  test('two conversations with one id stay apart', () =>
    expect(
      new Set(
        read([
          { id: 1, messages },
          { id: 1, messages },
        ]).map(({ id }) => id),
      ).size,
    ).toBe(2));
});

describe('what is wrong is said with its line', () => {
  test.each([
    ['{', '1  this is not JSON'],
    ['', '1  this is not JSON'],
    ['[]', '1  has no message'],
    ['{"a": 1}', '1  is no conversation'],
    ['[\n{"role": "user"},\n{"role": 3}]', '3 [1].role has to be the name of a role'],
    ['{"messages": [\n{"role": "user",\n"content": 3}]}', '3 messages[0].content has to be a text'],
    [
      '{"messages": [{"role": "assistant",\n"tool_calls": [{"name": "f"}]}]}',
      '2 messages[0].tool_calls[0] has to be {"type": "function"',
    ],
    [
      '[{"role": "assistant", "tool_calls": [{"function": {"name": "f",\n"arguments": "{"}}]}]',
      '2 [0].tool_calls[0].function.arguments has to be an object',
    ],
    ['{"conversations": [\n{"from": "alien", "value": ""}]}', '2 conversations[0].from has to be one of'],
  ])('%s', (text, said) => expect(problems(text)).toEqual([expect.stringContaining(said)]));

  test('in a JSONL file it is the line of the file; the others are read', () => {
    const { trajectories, problems: wrong } = readConversations(
      '[{"role": "user", "content": ""}]\n[{"role": 1}]\n',
      'a.jsonl',
    );
    expect(trajectories).toHaveLength(1);
    expect(wrong).toMatchObject([{ line: 2, path: '[0].role' }]);
  });

  test('one message of a list that lacks its role', () =>
    expect(problems('[{"role": "user", "content": "a"},\n{"content": "b"}]')).toEqual([
      expect.stringMatching(/^2 \[1\]\.role /),
    ]));

  test('JSON that is none, in words and with the place', () =>
    expect(placed('[{"role": "user", "content": "a"},]')).toEqual([
      'mine.json:1:35: this is not JSON: value expected (JSON takes no comma behind the last entry)',
    ]));

  test('endless nesting is refused', () =>
    expect(problems('['.repeat(100_000))).toEqual([expect.stringContaining('nests deeper')]));

  test('an empty JSONL file', () =>
    expect(problems('\n', 'a.jsonl')).toEqual(['1  the file holds no conversation']));
});

test('numbers reach templates as they are written in the file, in mappings and in JSON text', () => {
  const call = (args: string) =>
    `{"role": "assistant", "tool_calls": [{"function": {"name": "set", "arguments": ${args}}}]}`;
  const text = `[{"role": "user", "content": "go"}, ${call('{"level": 1.0}')}, ${call('"{\\"level\\": 2.0}"')}]`;
  const { trajectories } = readConversations(text, 'own.json');
  const source =
    '{% for m in messages %}{% for c in m.tool_calls or [] %}{{ c.function.arguments | tojson }}{% endfor %}{% endfor %}';
  const { subject } = open({ source, tokenizer: null, tokenizerInfo: null });
  const rendered = subject!.render({
    conversation: { messages: trajectories[0]!.messages, tools: null, documents: null, kwargs: {} },
    addGenerationPrompt: false,
  });
  expect(rendered).toMatchObject({ ok: true, text: '{"level": 1.0}{"level": 2.0}' });
});
