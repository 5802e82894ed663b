/** Qwen3, real ids: its empty think block is gone once a tool message follows. */
import type { Message } from '../../protocol/conversation.ts';
import type { TokenDiffModel, ToolDeltaModel } from '../../protocol/views.ts';
import { cellsOf, conversationOf, renderOf, stretchesOf, type TokenRow } from './build.ts';

const user: readonly TokenRow[] = [
  [151644, '<|im_start|>', 33, 0],
  [872, 'user', 33, 0],
  [198, '\n', 33, 0],
  [31390, 'dummy', 33, 0],
  [151645, '<|im_end|>', 33, 0],
  [198, '\n', 33, 0],
  [151644, '<|im_start|>', 47, 1],
  [77091, 'assistant', 47, 1],
  [198, '\n', 47, 1],
];

const emptyThink: readonly TokenRow[] = [
  [151667, '<think>', 47, 1],
  [271, '\n\n', 47, 1],
  [151668, '</think>', 47, 1],
  [271, '\n\n', 47, 1],
];

const call: readonly TokenRow[] = [
  [151657, '<tool_call>', 60, 1],
  [198, '\n', 60, 1],
  [4913, '{"', 60, 1],
  [606, 'name', 60, 1],
  [788, '":', 60, 1],
  [330, ' "', 60, 1],
  [455, 'get', 61, 1],
  [69364, '_weather', 61, 1],
  [497, '",', 62, 1],
  [330, ' "', 62, 1],
  [16370, 'arguments', 62, 1],
  [788, '":', 62, 1],
  [5212, ' {"', 66, 1],
  [8926, 'city', 66, 1],
  [788, '":', 66, 1],
  [330, ' "', 66, 1],
  [59604, 'Paris', 66, 1],
  [95642, '"}}\n', 66, 1],
  [151658, '</tool_call>', 68, 1],
  [151645, '<|im_end|>', 71, 1],
  [198, '\n', 71, 1],
];

const response: readonly TokenRow[] = [
  [151644, '<|im_start|>', 74, 2],
  [872, 'user', 74, 2],
  [198, '\n', 76, 2],
  [151665, '<tool_response>', 76, 2],
  [198, '\n', 76, 2],
  [4913, '{"', 77, 2],
  [34558, 'temperature', 77, 2],
  [788, '":', 77, 2],
  [220, ' ', 77, 2],
  [17, '2', 77, 2],
  [16, '1', 77, 2],
  [11, ',', 77, 2],
  [330, ' "', 77, 2],
  [26684, 'sky', 77, 2],
  [788, '":', 77, 2],
  [330, ' "', 77, 2],
  [105212, '晴', 77, 2],
  [32021, 'れ', 77, 2],
  [11162, ' 🌤', 77, 2, '20f09f'],
  [234, '🌤', 77, 2, '8c', 2],
  [97, '🌤', 77, 2, 'a4', 2],
  [30543, '\ufe0f', 77, 2],
  [16707, '"}\n', 77, 2],
  [151666, '</tool_response>', 78, 2],
  [151645, '<|im_end|>', 80, 2],
  [198, '\n', 80, 2],
  [151644, '<|im_start|>', 84, -1],
  [77091, 'assistant', 84, -1],
  [198, '\n', 84, -1],
];

const toolResult = '{"temperature": 21, "sky": "晴れ 🌤️"}';
const messages: readonly Message[] = [
  { role: 'user', content: 'dummy' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ type: 'function', function: { name: 'get_weather', arguments: { city: 'Paris' } } }],
  },
  { role: 'tool', content: toolResult },
];

const about = {
  templateUri: 'file:///models/Qwen3-0.6B/chat_template.jinja',
  templateName: 'Qwen3-0.6B/chat_template.jinja',
  tokenizer: 'Qwen3-0.6B/tokenizer.json',
};

export const notPreserved: TokenDiffModel = {
  kind: 'token-diff',
  ...about,
  level: 'tokens',
  property: 'append.tool',
  title: 'Appending a tool message',
  explanation:
    'Line 46: for messages[1] the condition was true and is now false, because loop.last changed. The empty think block that was written after “assistant” is no longer there.',
  preserved: false,
  before: renderOf(
    'Up to the tool call',
    cellsOf([...user, ...emptyThink, ...call]),
    conversationOf(messages.slice(0, 2)),
    false,
  ),
  after: renderOf(
    'With the tool message',
    cellsOf([...user, ...call, ...response]),
    conversationOf(messages),
    true,
  ),
  stretches: stretchesOf([
    ['equal', user.length, user.length],
    ['changed', emptyThink.length, 0],
    ['equal', call.length, call.length],
    ['changed', 0, response.length],
  ]),
  divergence: { before: user.length, after: user.length },
  choices: [
    { id: 'append.tool', label: 'append.tool: one tool message', verdict: 'FAIL' },
    { id: 'append.tool.batch', label: 'append.tool.batch: two tool messages', verdict: 'FAIL' },
    { id: 'append.user', label: 'append.user: a user message', verdict: 'PASS' },
    { id: 'append.system', label: 'append.system: a system message', verdict: 'UNSUPPORTED' },
  ],
  choice: 'append.tool',
};

export const preserved: TokenDiffModel = {
  ...notPreserved,
  title: 'Appending a tool message, after the fix',
  explanation: 'The first render is a prefix of the second: its ids stay as they were sampled.',
  preserved: true,
  after: renderOf(
    'With the tool message',
    cellsOf([...user, ...emptyThink, ...call, ...response]),
    conversationOf(messages),
    true,
  ),
  stretches: stretchesOf([
    ['equal', user.length + emptyThink.length + call.length, user.length + emptyThink.length + call.length],
    ['changed', 0, response.length],
  ]),
  divergence: null,
};

const run = (text: string, line: number, message: number): TokenRow => [-1, text, line, message];

const tail = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call><|im_end|>\n';
const textBefore: readonly TokenRow[] = [
  run('<|im_start|>user\ndummy<|im_end|>\n', 33, 0),
  run('<|im_start|>assistant\n', 47, 1),
  run('<think>\n\n</think>\n\n', 47, 1),
  run(tail, 60, 1),
];
const textAfter: readonly TokenRow[] = [
  run('<|im_start|>user\ndummy<|im_end|>\n', 33, 0),
  run('<|im_start|>assistant\n', 47, 1),
  run(tail, 60, 1),
  run(`<|im_start|>user\n<tool_response>\n${toolResult}\n</tool_response><|im_end|>\n`, 76, 2),
  run('<|im_start|>assistant\n', 84, -1),
];

/** The same without a tokenizer: runs of text. */
export const textOnly: TokenDiffModel = {
  ...notPreserved,
  level: 'text',
  tokenizer: null,
  before: renderOf('Up to the tool call', cellsOf(textBefore), conversationOf(messages.slice(0, 2)), false),
  after: renderOf('With the tool message', cellsOf(textAfter), conversationOf(messages), true),
  stretches: stretchesOf([
    ['equal', 2, 2],
    ['changed', 1, 0],
    ['equal', 1, 1],
    ['changed', 0, 2],
  ]),
  divergence: { before: 2, after: 2 },
};

const delta = cellsOf([[198, '\n', 71, 1], ...response]);

export const toolDelta: ToolDeltaModel = {
  kind: 'tool-delta',
  ...about,
  toolResult,
  toolName: 'get_weather',
  outcome: {
    ok: true,
    text: `<|im_start|>user\n<tool_response>\n${toolResult}\n</tool_response><|im_end|>\n<|im_start|>assistant\n`,
    ids: delta.map(({ id }) => id),
    tokens: delta,
    junction: {
      rule: 'trimmed-to-stop',
      explanation:
        'The sampled ids end with the stop token <|im_end|>. The template writes one more newline after it, which the delta brings along.',
      tail: '\n',
    },
  },
};

export const refusedDelta: ToolDeltaModel = {
  ...toolDelta,
  outcome: {
    ok: false,
    reason:
      'Rendering the tool message rewrites what stands before it: the first 9 of 34 tokens are kept, then “<think>” became “<tool_call>”. A delta cut from these renders would not continue the sampled ids.',
    span: { start: 1840, end: 1905 },
  },
};
