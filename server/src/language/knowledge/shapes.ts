import { entry, tableOf } from './entry.ts';
import type { Entry, EntryTable } from './entry.ts';

/** What a value is known to look like. A message's `content` may be text or parts: it has the members of both. */
export type ShapeName =
  | 'messages'
  | 'message'
  | 'text'
  | 'content'
  | 'parts'
  | 'part'
  | 'tool-calls'
  | 'tool-call'
  | 'called-function'
  | 'arguments'
  | 'tools'
  | 'tool'
  | 'function'
  | 'schema'
  | 'properties'
  | 'documents'
  | 'document'
  | 'loop'
  | 'dict';

export interface Member extends Entry {
  readonly shape?: ShapeName;
}

export interface Shape {
  /** How it is called in the detail of a hover. */
  readonly title: string;
  readonly members: ReadonlyMap<string, Member>;
  /** The shape of its items. */
  readonly item?: ShapeName;
}

const member = (name: string, doc: string, shape?: ShapeName): Member => ({
  name,
  doc,
  ...(shape && { shape }),
});

const TEXT_METHODS: readonly Member[] = [
  entry('split', 'sep=none, maxsplit=-1', 'The parts between the separators; without one, the words.'),
  entry('rsplit', 'sep=none, maxsplit=-1', 'As `split`, counted from the end.'),
  entry('splitlines', 'keepends=false', 'The lines.'),
  entry('partition', 'sep', 'Three parts: before, separator, after.'),
  entry('strip', 'chars=none', 'Without white space (or those characters) at both ends.'),
  entry('lstrip', 'chars=none', 'Without white space (or those characters) at the start.'),
  entry('rstrip', 'chars=none', 'Without white space (or those characters) at the end.'),
  entry('startswith', 'prefix', 'Does the text begin so? `prefix` may be a tuple.'),
  entry('endswith', 'suffix', 'Does the text end so? `suffix` may be a tuple.'),
  entry('removeprefix', 'prefix', 'Without that beginning.'),
  entry('removesuffix', 'suffix', 'Without that ending.'),
  entry('replace', 'old, new, count=-1', 'Replaces a text by another.'),
  entry('upper', '', 'Upper case.'),
  entry('lower', '', 'Lower case.'),
  entry('title', '', 'Every Word With A Capital.'),
  entry('capitalize', '', 'First character upper case, the rest lower case.'),
  entry('join', 'iterable', 'Joins texts with this one between them.'),
  entry('find', 'sub', 'Position of a text, -1 if it is not there.'),
  entry('count', 'sub', 'How often a text occurs.'),
  entry('format', '*args, **kwargs', "Fills in `{}`: `'{}: {}'.format(a, b)`."),
];

const DICT_METHODS: readonly Member[] = [
  entry('items', '', 'The pairs of key and value.'),
  entry('keys', '', 'The keys.'),
  entry('values', '', 'The values.'),
  entry('get', 'key, default=none', 'The value of a key, or `default`.'),
];

const table = (...members: readonly (readonly Member[])[]): ReadonlyMap<string, Member> =>
  tableOf(members.flat()) as EntryTable as ReadonlyMap<string, Member>;

const listOf = (title: string, item: ShapeName): Shape => ({ title, item, members: table([]) });

export const SHAPES: Readonly<Record<ShapeName, Shape>> = {
  messages: listOf('messages', 'message'),
  message: {
    title: 'message',
    members: table(
      [
        member('role', "Who speaks: 'system', 'user', 'assistant', 'tool', ...", 'text'),
        member(
          'content',
          'Text, or a list of parts (`type` is text, image, ...), or none beside tool calls.',
          'content',
        ),
        member(
          'reasoning_content',
          'What the assistant thought, if it is known apart from the answer.',
          'text',
        ),
        member('thinking', 'What the assistant thought, in templates that call it so.', 'text'),
        member('tool_calls', 'Calls that the assistant makes.', 'tool-calls'),
        member('tool_call_id', 'Of a tool message: the call it answers.', 'text'),
        member(
          'name',
          'Of a tool message: the function that was called. Else a name of the speaker.',
          'text',
        ),
      ],
      DICT_METHODS,
    ),
  },
  text: { title: 'text', members: table(TEXT_METHODS), item: 'text' },
  content: { title: 'text or parts', members: table(TEXT_METHODS), item: 'part' },
  parts: listOf('parts', 'part'),
  part: {
    title: 'part of a content',
    members: table(
      [
        member('type', "'text', 'image', 'audio', 'video', ...", 'text'),
        member('text', 'The text of a text part.', 'text'),
        member('image', 'The picture, or its address.'),
        member('image_url', 'The address of the picture, as the OpenAI format has it.'),
        member('audio', 'The sound, or its address.'),
        member('video', 'The film, or its address.'),
      ],
      DICT_METHODS,
    ),
  },
  'tool-calls': listOf('tool calls', 'tool-call'),
  'tool-call': {
    title: 'tool call',
    members: table(
      [
        member('id', 'Which the answer names as `tool_call_id`.', 'text'),
        member('type', "'function'.", 'text'),
        member('function', 'What is called.', 'called-function'),
        member('name', 'Of the function, where calls are not nested.', 'text'),
        member('arguments', 'Of the function, where calls are not nested.', 'arguments'),
      ],
      DICT_METHODS,
    ),
  },
  'called-function': {
    title: 'called function',
    members: table(
      [
        member('name', 'Which function is called.', 'text'),
        member('arguments', 'A dict, or its JSON as text: templates must allow for both.', 'arguments'),
      ],
      DICT_METHODS,
    ),
  },
  arguments: { title: 'dict or JSON text', members: table(DICT_METHODS) },
  tools: listOf('tools', 'tool'),
  tool: {
    title: 'tool',
    members: table(
      [
        member('type', "'function'.", 'text'),
        member('function', 'The function: name, description, parameters.', 'function'),
      ],
      DICT_METHODS,
    ),
  },
  function: {
    title: 'function of a tool',
    members: table(
      [
        member('name', 'Its name.', 'text'),
        member('description', 'What it does.', 'text'),
        member('parameters', 'JSON schema of its arguments.', 'schema'),
        member('return', 'JSON schema of what it returns.', 'schema'),
        member('strict', 'Whether arguments must follow the schema.'),
      ],
      DICT_METHODS,
    ),
  },
  schema: {
    title: 'JSON schema',
    members: table(
      [
        member('type', "'object', 'string', 'array', ...", 'text'),
        member('description', 'What it means.', 'text'),
        member('properties', 'Schemas by name.', 'properties'),
        member('required', 'Names of the properties that must be there.'),
        member('items', 'Schema of the items; write `["items"]`, for `.items` is the method.', 'schema'),
        member('enum', 'The values that are allowed.'),
        member('default', 'The value where none is given.'),
      ],
      DICT_METHODS.filter(({ name }) => name !== 'items'),
    ),
  },
  properties: { title: 'schemas by name', members: table(DICT_METHODS), item: 'text' },
  documents: listOf('documents', 'document'),
  document: {
    title: 'document',
    members: table(
      [member('title', 'Its title.', 'text'), member('text', 'Its text.', 'text')],
      DICT_METHODS,
    ),
  },
  loop: {
    title: 'loop',
    members: table([
      member('index', 'Number of the item, from 1.'),
      member('index0', 'Number of the item, from 0.'),
      member('revindex', 'Items left, with this one.'),
      member('revindex0', 'Items left after this one.'),
      member('first', 'Is it the first item?'),
      member('last', 'Is it the last item? Then what is written for a message changes when one is appended.'),
      member('length', 'How many items.'),
      member('previtem', 'The item before; undefined at the first.'),
      member(
        'nextitem',
        'The item after; undefined at the last. What depends on it changes when one is appended.',
      ),
      member('depth', 'How deep a recursive loop is, from 1.'),
      member('depth0', 'How deep a recursive loop is, from 0.'),
      entry('cycle', '*values', 'The values in turn, one for each item.'),
      entry('changed', '*values', 'Are the values others than at the item before?'),
    ]),
  },
  dict: { title: 'dict', members: table(DICT_METHODS) },
};

/** Shapes of the variables that are passed in. */
export const CONTEXT_SHAPES: ReadonlyMap<string, ShapeName> = new Map([
  ['messages', 'messages'],
  ['tools', 'tools'],
  ['documents', 'documents'],
]);

/** Names that people give to loop variables, believed where nothing else is known. */
export const NAMED_SHAPES: ReadonlyMap<string, ShapeName> = new Map([
  ['message', 'message'],
  ['msg', 'message'],
  ['system_message', 'message'],
  ['last_message', 'message'],
  ['first_message', 'message'],
  ['tool_call', 'tool-call'],
  ['tool', 'tool'],
  ['loop_messages', 'messages'],
]);

/** Roles in the order in which they are offered. */
export const ROLES = tableOf([
  entry('system', null, 'Instructions that hold for the conversation.'),
  entry('developer', null, 'Instructions of the developer; some templates treat it as system.'),
  entry('user', null, 'The person.'),
  entry('assistant', null, 'The model.'),
  entry('tool', null, 'The result of a tool call.'),
  entry('function', null, 'An older name of the tool role.'),
]);
