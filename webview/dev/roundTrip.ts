/** Sampled turns of Qwen3 for the development page. */
import type { RoundTripModel, TokenDiffModel } from '../../protocol/views.ts';
import { cellsOf, conversationOf, renderOf, stretchesOf, type TokenRow } from './build.ts';

const about = {
  templateUri: 'file:///models/qwen3/chat_template.jinja',
  templateName: 'chat_template.jinja',
  tokenizer: 'qwen3',
} as const;

const opening: readonly TokenRow[] = [
  [151644, '<|im_start|>', 47, 1],
  [77091, 'assistant', 47, 1],
  [198, '\n', 47, 1],
  [151667, '<think>', 49, 1],
  [271, '\n\n', 49, 1],
  [151668, '</think>', 49, 1],
  [271, '\n\n', 49, 1],
  [151657, '<tool_call>', 56, 1],
];
const sampled: readonly TokenRow[] = [
  [4913, '{"', 56, 1],
  [606, 'name', 56, 1],
  [3252, '":"', 56, 1],
  [9413, 'look', 58, 1],
  [8237, '_up', 58, 1],
  [2198, '","', 58, 1],
  [16370, 'arguments', 59, 1],
  [22317, '":{"', 59, 1],
  [8926, 'city', 60, 1],
  [3252, '":"', 60, 1],
  [57, 'Z', 60, 1],
  [2448, 'ür', 60, 1],
  [13451, 'ich', 60, 1],
  [95642, '"}}', 60, 1],
];
const again: readonly TokenRow[] = [
  [198, '\n', 56, 1],
  [4913, '{"', 56, 1],
  [606, 'name', 56, 1],
  [788, '":', 56, 1],
  [330, ' "', 58, 1],
  [9413, 'look', 58, 1],
  [8237, '_up', 58, 1],
  [497, '",', 58, 1],
  [330, ' "', 59, 1],
  [16370, 'arguments', 59, 1],
  [788, '":', 59, 1],
  [5212, ' {"', 60, 1],
  [8926, 'city', 60, 1],
  [788, '":', 60, 1],
  [330, ' "', 60, 1],
  [57, 'Z', 60, 1],
  [2448, 'ür', 60, 1],
  [13451, 'ich', 60, 1],
  [95642, '"}}', 60, 1],
  [198, '\n', 60, 1],
];
const closing: readonly TokenRow[] = [
  [151658, '</tool_call>', 62, 1],
  [151645, '<|im_end|>', 66, 1],
];

const message = {
  role: 'assistant',
  content: '',
  tool_calls: [
    { id: 'call00000', type: 'function', function: { name: 'look_up', arguments: { city: 'Zürich' } } },
  ],
};
const conversation = conversationOf([{ role: 'user', content: 'How warm is it in Zürich?' }, message]);
const text =
  '<think>\n\n</think>\n\n<tool_call>{"name":"look_up","arguments":{"city":"Zürich"}}</tool_call><|im_end|>';

const diff: TokenDiffModel = {
  kind: 'token-diff',
  ...about,
  level: 'tokens',
  property: 'roundtrip.canonical',
  title: 'Sampled, and rendered again',
  explanation: '',
  preserved: false,
  before: renderOf('as sampled', cellsOf([...opening, ...sampled, ...closing]), conversation, false),
  after: renderOf('rendered again', cellsOf([...opening, ...again, ...closing]), conversation, false),
  stretches: stretchesOf([
    ['equal', opening.length, opening.length],
    ['changed', sampled.length, again.length],
    ['equal', closing.length, closing.length],
  ]),
  divergence: { before: opening.length, after: opening.length },
  choices: [],
  choice: '',
};

/** JSON without blanks comes back with them. */
export const drifts: RoundTripModel = {
  kind: 'round-trip',
  ...about,
  sampled: { form: 'text', text },
  offers: [
    {
      id: 'a call rendered',
      label: 'a call: as the template writes it',
      sampled: { form: 'text', text: '' },
    },
    { id: 'a call json.compact', label: 'a call: JSON without blanks', sampled: { form: 'text', text } },
    {
      id: 'a call segmentation',
      label: 'a call: the same text in other tokens',
      sampled: { form: 'ids', text: '1 2' },
    },
  ],
  outcome: {
    ok: true,
    result: 'text',
    malformed: null,
    message,
    diff,
  },
};

const cut = 'Let me look that up.\n<tool_call>\n{"name": look_up, "arguments": {}}\n</tool_call><|im_end|>';
const cutCells = cellsOf([
  [151644, '<|im_start|>', 47, 1],
  [77091, 'assistant', 47, 1],
  [198, '\n', 47, 1],
  [10061, 'Let', 52, 1],
  [752, ' me', 52, 1],
  [1401, ' look', 52, 1],
  [429, ' that', 52, 1],
  [705, ' up', 52, 1],
  [624, '.\n', 52, 1],
  [151657, '<tool_call>', 52, 1],
  [198, '\n', 52, 1],
  [4913, '{"', 52, 1],
  [606, 'name', 52, 1],
  [788, '":', 52, 1],
  [1401, ' look', 52, 1],
]);

/** A call that is no JSON stays in the content. */
export const unread: RoundTripModel = {
  ...drifts,
  sampled: { form: 'text', text: cut },
  outcome: {
    ok: true,
    result: 'unread',
    malformed: { at: 43, message: "a call can't be read: a value is missing" },
    message: { role: 'assistant', content: cut },
    diff: {
      ...diff,
      preserved: true,
      before: renderOf('as sampled', cutCells, conversation, false),
      after: renderOf('rendered again', cutCells, conversation, false),
      stretches: stretchesOf([['equal', cutCells.length, cutCells.length]]),
      divergence: null,
    },
  },
};

/** Ids that are none. */
export const refusedTurn: RoundTripModel = {
  ...drifts,
  sampled: { form: 'ids', text: '151667 x' },
  outcome: { ok: false, reason: '“x” is no token id: give numbers, with blanks or commas between.' },
};
