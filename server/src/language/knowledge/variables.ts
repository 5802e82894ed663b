import { entry, tableOf } from './entry.ts';

/** Variables that are passed to a chat template. */
export const CONTEXT_VARIABLES = tableOf([
  entry('messages', null, 'The conversation: a list of dicts with `role`, `content` and more.'),
  entry('tools', null, 'JSON schemas of the functions that the model may call; `none` if there are none.'),
  entry(
    'documents',
    null,
    'Documents for retrieval: dicts with `title` and `text`; `none` if there are none.',
  ),
  entry(
    'add_generation_prompt',
    null,
    'True where the model is to answer: the template then ends with what opens its turn.',
  ),
  entry('continue_final_message', null, 'True where the last message is to be continued.'),
  entry(
    'enable_thinking',
    null,
    'Whether the model may think. A keyword argument of the caller, undefined unless given.',
  ),
]);

/** Variables with the text of a special token; undefined or none where the tokenizer has no such token. */
export const SPECIAL_TOKENS = tableOf(
  (
    [
      ['bos_token', 'begins a text'],
      ['eos_token', 'ends a text, and usually the turn of the model'],
      ['pad_token', 'fills up a batch'],
      ['unk_token', 'stands for what is not known'],
      ['sep_token', 'separates two texts'],
      ['cls_token', 'stands for the whole text'],
      ['mask_token', 'hides a word'],
    ] as const
  ).map(([name, role]) =>
    entry(name, null, `Text of the special token that ${role}. Comes from the tokenizer's configuration.`),
  ),
);

/** Names that have a meaning in certain places only. */
export const SPECIAL_NAMES = tableOf([
  entry('loop', null, 'The loop that this is in: `loop.index`, `loop.first`, ...'),
  entry(
    'caller',
    '*args, **kwargs',
    'Inside a macro that a `call` block calls: gives the body of that block.',
  ),
  entry('varargs', null, 'Inside a macro: further positional arguments.'),
  entry('kwargs', null, 'Inside a macro: further keyword arguments.'),
  entry('self', null, 'The blocks of the template.'),
]);
