/**
 * Conversations as the engine takes them. The suite asks for thousands of renders of a few dozen messages: each
 * message and each list of tools is converted once. Nobody changes one after it was used.
 */
import type { Json, Message, RenderRequest } from '../../../protocol/conversation.ts';
import { contextOf, List, type Dict, type Value } from '../jinja/index.ts';
import { fromJs, loads, plainJson } from '../jinja/json/index.ts';

const values = new WeakMap<object, Value>();
const exactTexts = new WeakMap<object, string>();

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
  exactTexts.set(message, json);
  return message;
}

/** The JSON text of a message that was made of one. */
export function exactTextOf(message: object): string | undefined {
  return exactTexts.get(message);
}
