import { describe, expect, test } from 'vitest';
import { certify, open } from '../certify.ts';
import { seededRandom } from '../../tokenizer/analysis/random.ts';
import { learnFormat, messageOf, parseResponse, responseFormatOf, type ResponseFormat } from './index.ts';
import { dialectOf } from '../dialect.ts';
import { literalAt, literalOf } from './literal.ts';
import { chat, templates } from './testing/templates.ts';

const tools = [
  {
    type: 'function',
    function: { name: 'store', parameters: { type: 'object', properties: { text: { type: 'string' } } } },
  },
];

function formatOf(source: string): ResponseFormat {
  const { subject } = open({ source, tokenizer: null, tokenizerInfo: null });
  return learnFormat({ subject: subject!, dialect: dialectOf(subject!), kwargs: {} })!;
}

/** The turn with its calls, as the template writes it. */
function rendered(source: string, calls: readonly object[], content = '') {
  const { subject } = open({ source, tokenizer: null, tokenizerInfo: null });
  const messages = [{ role: 'assistant', content, tool_calls: [...calls] as never[] }];
  const result = subject!.render({
    conversation: { messages, tools: null, documents: null, kwargs: {} },
    addGenerationPrompt: false,
  });
  return result.ok ? result.text.slice('<|im_start|>assistant\n'.length) : result.error.message;
}

const call = (name: string, args: object, id = 'callabcde') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

describe.each(Object.entries(templates))('%s', (_, source) => {
  const format = formatOf(source);

  test('two calls beside content come back', () => {
    const args = {
      text: 'a "b"\n<c> {"d": 1}',
      count: 3,
      ratio: 1.5,
      on: true,
      no: null,
      list: [1, 'x'],
      map: { k: {} },
    };
    const sampled = rendered(source, [call('store', args), call('look', {})], 'Let me see.');
    const { turn, malformed } = parseResponse(format, sampled, { tools });
    expect(malformed).toBeNull();
    expect(turn.content).toBe('Let me see.');
    expect(turn.calls.map(({ name }) => name)).toEqual(['store', 'look']);
    expect(JSON.parse(turn.calls[0]!.arguments)).toEqual(args);
    expect(JSON.parse(turn.calls[1]!.arguments)).toEqual({});
  });

  test('without the stop token', () => {
    const sampled = rendered(source, [call('store', { text: 'x' })]).replace('<|im_end|>\n', '');
    expect(parseResponse(format, sampled).turn.calls).toHaveLength(1);
  });

  test('cut off inside the call: said so, kept as content', () => {
    const whole = rendered(source, [call('store', { text: 'some value' })], 'Well.');
    const sampled = whole.slice(0, whole.indexOf('some'));
    const { turn, malformed } = parseResponse(format, sampled);
    expect(turn.calls).toEqual([]);
    expect(turn.content).toBe(sampled);
    expect(malformed).not.toBeNull();
  });

  test('whatever is broken of a turn, it is read without a fault of ours', () => {
    const whole = rendered(source, [call('store', { text: 'x', n: 1.5 }), call('look', {})], 'Well.');
    const junk = [
      '{',
      ']',
      '"',
      '\\',
      '</',
      '<|',
      '\n',
      'NaN',
      '9'.repeat(5000),
      '\ud800',
      ',',
      '\\u12',
      '=',
    ];
    const random = seededRandom(7);
    for (let round = 0; round < 150; round += 1) {
      const at = Math.floor(random() * whole.length);
      const inserted = junk[round % junk.length]!;
      const sampled = whole.slice(0, at) + inserted + whole.slice(at + (round % 4));
      const { text, pieces, turn } = parseResponse(format, sampled);
      expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      expect(messageOf(format, turn)).toMatchObject({ role: 'assistant' });
    }
  });

  test('pieces add up to the text', () => {
    const { text, pieces } = parseResponse(format, rendered(source, [call('store', { text: 'x' })], 'Well.'));
    expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  });
});

describe('how the parser reads', () => {
  const hermes = formatOf(templates['JSON objects in tags']);

  test('other blanks, other order of keys, escapes', () => {
    const sampled =
      'Hi.\n\n<tool_call>{"arguments":{"a":"\\u00e9","n":1.0},\n "name":"f"}</tool_call><|im_end|>';
    const { turn } = parseResponse(hermes, sampled);
    expect(turn).toEqual({
      content: 'Hi.\n\n',
      reasoning: null,
      calls: [{ name: 'f', id: null, arguments: '{"a": "é", "n": 1.0}' }],
    });
  });

  test('a call that is no JSON says where', () => {
    const { malformed, turn, text } = parseResponse(
      hermes,
      '<tool_call>\n{"name": "f", "arguments": {x}}\n</tool_call><|im_end|>',
    );
    expect(turn.calls).toEqual([]);
    expect(text.slice(malformed!.at)).toMatch(/^x\}\}/);
    expect(malformed!.message).toBe("a call can't be read: a key is missing");
  });

  test('content may speak of the markers of another turn', () => {
    expect(parseResponse(hermes, 'Use [brackets] and <b>tags</b>.<|im_end|>')).toMatchObject({
      malformed: null,
      turn: { content: 'Use [brackets] and <b>tags</b>.', calls: [] },
    });
  });

  test('without a schema, what reads as a number is one', () => {
    const tagged = formatOf(templates['a tag for each argument']);
    const sampled =
      '<tool_call>\n<function=store>\n<parameter=text>\n12\n</parameter>\n</function>\n</tool_call>';
    expect(parseResponse(tagged, sampled).turn.calls[0]!.arguments).toBe('{"text": 12}');
    expect(parseResponse(tagged, sampled, { tools }).turn.calls[0]!.arguments).toBe('{"text": "12"}');
  });

  test('hostile texts end', () => {
    for (const part of ['<tool_call>\n{"name": ', '[', '<tool_call>', '{"a":', '\n'])
      expect(parseResponse(hermes, part.repeat(20_000)).turn.calls).toEqual([]);
  });
});

describe('reasoning', () => {
  const inHistory = chat('', {
    reasoning: `{%- if message.reasoning_content %}{{- '<think>\\n' + message.reasoning_content + '\\n</think>\\n\\n' }}{%- endif %}`,
  });

  test('opened by the model', () => {
    const { turn } = parseResponse(formatOf(inHistory), '<think>\nHm.\n</think>\n\nYes.<|im_end|>');
    expect(turn).toMatchObject({ reasoning: 'Hm.', content: 'Yes.' });
  });

  test('left out', () => {
    expect(parseResponse(formatOf(inHistory), 'Yes.<|im_end|>').turn).toMatchObject({
      reasoning: null,
      content: 'Yes.',
    });
  });

  test('never closed', () => {
    const { malformed } = parseResponse(formatOf(inHistory), '<think>\nHm. Yes.');
    expect(malformed?.message).toBe('the turn ends inside the reasoning: "</think>" is missing');
  });

  test('opened by the prompt, dropped from history', () => {
    const dropped = chat('', {
      reasoning: `{%- set content = message.content.split('</think>')[-1] %}`,
      prompt: `{{- '<think>\\n' }}`,
    });
    const { turn } = parseResponse(formatOf(dropped), 'Hm.\n</think>\n\nYes.<|im_end|>');
    expect(turn).toMatchObject({ reasoning: 'Hm.', content: 'Yes.' });
  });
});

test('a template that renders no turn has no format', () => {
  const { subject } = open({ source: '{{ raise_exception("no") }}', tokenizer: null, tokenizerInfo: null });
  expect(responseFormatOf(subject!)).toBeNull();
});

test('fixed text as long as a book is known by its two ends', () => {
  const book = Array.from({ length: 40_000 }, (_, page) => `(page ${page})`).join(' ');
  const literal = literalOf(`\n${book}\n`);
  expect(literal.core.length).toBeLessThan(60_000);
  expect(literalAt(literal, `${book}\nanswer`, 0)).toMatchObject({ start: 0, end: book.length + 1 });
});

test.each([
  [
    'the name behind the arguments',
    `'<invoke>' + call.function.arguments | tojson + '</invoke:' + call.function.name + '>'`,
  ],
  [
    'arguments as pairs',
    `{'tool': call.function.name, 'args': call.function.arguments.items() | list} | tojson`,
  ],
])('calls that are written in a way that is not known are not judged, and that is said: %s', (_, call) => {
  const source = chat(`{%- for call in message.tool_calls or [] %}{{- ${call} }}{%- endfor %}`);
  expect(formatOf(source).callsRead).toBe(false);
  const { properties } = certify({ source, tokenizer: null, tokenizerInfo: null });
  expect(properties.find(({ id }) => id === 'roundtrip.canonical')).toMatchObject({
    verdict: 'PASS',
    message: 'calls are written in a way that is not read here: turns with them are not judged',
  });
});

test('elements named by their key, in one named by the function', () => {
  const source = chat(
    `{%- for call in message.tool_calls or [] %}{{- '<' + call.function.name + '>' }}{%- for key, value in call.function.arguments.items() %}{{- '<' + key + '>' + (value if value is string else value | tojson) + '</' + key + '>' }}{%- endfor %}{{- '</' + call.function.name + '>' }}{%- endfor %}`,
  );
  const sampled = rendered(source, [call('store', { text: 'a <b> c', count: 3 }), call('look', {})], 'So:');
  expect(parseResponse(formatOf(source), sampled, { tools }).turn).toMatchObject({
    content: 'So:',
    calls: [{ name: 'store', arguments: '{"text": "a <b> c", "count": 3}' }, { name: 'look' }],
  });
});

const json = `{'name': call.function.name, 'arguments': call.function.arguments} | tojson`;

test.each([
  [
    'calls that are counted before the first',
    `{{- message.content }}{%- if message.tool_calls %}{{- '<n>' ~ message.tool_calls | length ~ '</n>' }}{%- endif %}`,
  ],
  ['content that is closed like the end of a turn', `{{- '<answer>' + message.content + '</answer>' }}`],
])('%s', (_, content) => {
  const source = chat(
    `{%- for call in message.tool_calls or [] %}{{- '<call>' + (${json}) + '</call>' }}{%- endfor %}`,
  ).replace('{{- message.content }}', content);
  const sampled = rendered(source, [call('store', { text: 'a' }), call('look', {})], 'So:');
  const { turn, malformed } = parseResponse(formatOf(source), sampled, { tools });
  expect(malformed).toBeNull();
  expect(turn).toMatchObject({ content: 'So:', calls: [{ name: 'store' }, { name: 'look' }] });
  const { properties } = certify({ source, tokenizer: null, tokenizerInfo: null });
  expect(properties.find(({ id }) => id === 'roundtrip.canonical')?.verdict).toBe('PASS');
});
