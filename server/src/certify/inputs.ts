/**
 * Conversations as the engine takes them. The suite asks for thousands of renders of a few dozen messages: each
 * message and each list of tools is converted once, and told apart by identity. Nobody changes one after it was used.
 */
import type { Json, Message, RenderRequest } from '../../../protocol/conversation.ts';
import { contextOf, List, type Dict, type Value } from '../jinja/index.ts';
import { Memo } from '../tokenizer/models/memo.ts';
import { fromJs, loads, plainJson } from '../jinja/json/index.ts';

const values = new WeakMap<object, Value>();
const identities = new WeakMap<object, string>();
/** The same for objects that say the same. */
const contents = new WeakMap<object, string>();
/** By JSON text; forgetting one only means that a render is made again. */
const contentsByText = new Memo<string>(4_000_000, (text) => text.length);
let lastNumber = 0;

/** Equal for requests made of the same messages, tools, documents and kwargs. */
export function requestKey(request: RenderRequest): string {
  const { messages, tools, documents, kwargs } = request.conversation;
  const settings = `${identityOf(tools)}|${identityOf(documents)}|${JSON.stringify(kwargs)}`;
  return `${joined(messages, identityOf)}|${settings}|${request.addGenerationPrompt}`;
}

/** Equal for requests whose messages say the same. */
export function messagesKey({ conversation }: RenderRequest): string {
  return joined(conversation.messages, contentOf);
}

/** Equal for requests that say the same under a name, other than `messages`. */
export function variableKey({ conversation, addGenerationPrompt }: RenderRequest, name: string): string {
  switch (name) {
    case 'tools':
    case 'documents':
      return contentOf(conversation[name]);
    case 'add_generation_prompt':
      return String(addGenerationPrompt);
    default:
      return Object.hasOwn(conversation.kwargs, name) ? contentOf(conversation.kwargs[name]!) : '';
  }
}

/** The variables that a template is given for a render, as plain data: numbers as JavaScript has them. */
export function plainContext(request: RenderRequest, specialTokens: Readonly<Record<string, string>>) {
  const { messages, tools, documents } = request.conversation;
  return {
    ...settings(request, specialTokens),
    messages: messages.map((message) => plainJson(message as Json)),
    tools: plainJson(tools),
    documents: plainJson(documents),
  };
}

/** The same as the engine takes them. */
export function inputContext(request: RenderRequest, specialTokens: Readonly<Record<string, string>>): Dict {
  const { messages, tools, documents } = request.conversation;
  return contextOf({
    ...settings(request, specialTokens),
    messages: new List(messages.map(valueOf)),
    tools: valueOf(tools),
    documents: valueOf(documents),
  });
}

/** What is no part of the conversation. */
function settings(
  { conversation: { kwargs }, addGenerationPrompt }: RenderRequest,
  specialTokens: Readonly<Record<string, string>>,
) {
  return { ...specialTokens, ...kwargs, add_generation_prompt: addGenerationPrompt };
}

function valueOf(data: Json | Message): Value {
  if (typeof data !== 'object' || data === null) return fromJs(data);
  const known = values.get(data);
  if (known !== undefined) return known;
  const value = fromJs(data);
  values.set(data, value);
  return value;
}

function joined(messages: readonly Message[], keyOf: (message: Message) => string): string {
  let key = '';
  for (const message of messages) key += keyOf(message);
  return key;
}

function identityOf(data: Json | Message): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  let identity = identities.get(data);
  if (identity === undefined) identities.set(data, (identity = nextNumber()));
  return identity;
}

function contentOf(data: Json | Message): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  let content = contents.get(data);
  if (content === undefined) {
    content = contentOfText(JSON.stringify(data, withOddNumbers));
    contents.set(data, content);
  }
  return content;
}

function contentOfText(text: string): string {
  let content = contentsByText.get(text);
  if (content === undefined) contentsByText.set(text, (content = nextNumber()));
  return content;
}

const nextNumber = () => `#${(lastNumber += 1)}`;

/** Numbers that JSON writes as others: an overflowing literal is read as Infinity. */
const withOddNumbers = (_: string, value: unknown) =>
  typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))
    ? { $odd: Object.is(value, -0) ? '-0' : String(value) }
    : value;

/** Numbers that Python reads and JSON does not know; texts are matched so that what stands in them is left alone. */
const notJson = /"(?:[^"\\]|\\.)*"|NaN|-?Infinity/g;

/**
 * A message from its JSON text, whose numbers the engine gets as they are spelt there: 1.0 stays a float.
 * The text is JSON, as this program wrote it.
 */
export function exactMessage(json: string): Message {
  const value = loads(json);
  const plain = json.replaceAll(notJson, (part) => (part.startsWith('"') ? part : 'null'));
  const message = JSON.parse(plain) as Message;
  values.set(message, value);
  contents.set(message, contentOfText(`exactly ${json}`));
  return message;
}
