/** Messages in OpenAI's format, held to what templates are given: arguments are mappings, whatever they came as. */
import type { Json, Message } from '../../../../protocol/conversation.ts';
import { readJson } from '../../jinja/json/index.ts';
import type { Complain, JsonPath } from './problem.ts';

type JsonObject = { [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `undefined` where something is wrong, and said. */
export function readMessages(value: Json, path: JsonPath, complain: Complain): Message[] | undefined {
  if (!Array.isArray(value)) return fail(complain, path, 'has to be a list of messages');
  if (value.length === 0) return fail(complain, path, 'has no message');
  const messages = value.map((message, index) => readMessage(message, [...path, index], complain));
  return messages.every((message) => message !== undefined) ? messages : undefined;
}

function readMessage(value: Json, path: JsonPath, complain: Complain): Message | undefined {
  if (!isObject(value)) return fail(complain, path, 'has to be an object with role and content');
  const { role, content, tool_calls: calls } = value;
  if (typeof role !== 'string' || role === '')
    return fail(complain, [...path, 'role'], 'has to be the name of a role, such as "user"');
  if (!isContent(content))
    return fail(complain, [...path, 'content'], 'has to be a text, null, or a list of parts with a type');
  if (calls === undefined || calls === null) return { ...value, role };
  const read = readCalls(calls, [...path, 'tool_calls'], complain);
  return read === undefined ? undefined : { ...value, role, tool_calls: read };
}

function isContent(content: Json | undefined): boolean {
  if (content === undefined || content === null || typeof content === 'string') return true;
  return Array.isArray(content) && content.every((part) => isObject(part) && typeof part.type === 'string');
}

function readCalls(value: Json, path: JsonPath, complain: Complain): Json[] | undefined {
  if (!Array.isArray(value)) return fail(complain, path, 'has to be a list of calls');
  const calls = value.map((call, index) => readCall(call, [...path, index], complain));
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

function readCall(value: Json, path: JsonPath, complain: Complain): Json | undefined {
  const called = isObject(value) ? value.function : undefined;
  if (!isObject(value) || !isObject(called) || typeof called.name !== 'string')
    return fail(complain, path, 'has to be {"type": "function", "function": {"name": …, "arguments": …}}');
  const given = readArguments(called.arguments ?? {}, [...path, 'function', 'arguments'], complain);
  return given && { type: 'function', ...value, function: { ...called, arguments: given } };
}

export function readArguments(value: Json, path: JsonPath, complain: Complain): JsonObject | undefined {
  const read = typeof value === 'string' ? parsed(value) : value;
  return isObject(read) ? read : fail(complain, path, 'has to be an object, or the JSON text of one');
}

/** What is no JSON is taken for a text. */
export function parsed(text: string): Json {
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

export function fail(complain: Complain, path: JsonPath, message: string): undefined {
  complain(path, message);
  return undefined;
}
