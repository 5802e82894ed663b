/** People's own conversations: a JSON or JSONL file, as trajectories for the suite. */
import { findNodeAtLocation, parseTree, type ParseError } from 'jsonc-parser';
import type { Json, Message } from '../../../../protocol/conversation.ts';
import { wordsOfJsonError } from '../../text/jsonErrors.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import type { Trajectory } from '../suite.ts';
import { readTurns } from './fromValue.ts';
import { isObject, parsed, readMessages } from './openai.ts';
import { pathText, type Complain, type ConversationProblem, type JsonPath } from './problem.ts';

export { problemText, type ConversationProblem } from './problem.ts';

export interface ConversationsRead {
  /** Ids are `name#1`, or `name#id` where a conversation has an id of its own. */
  readonly trajectories: readonly Trajectory[];
  readonly problems: readonly ConversationProblem[];
}

/**
 * Reads a file of conversations. `name` is its path as it should be shown; one that ends in `.jsonl` or `.ndjson`
 * holds a conversation per line, any other one conversation or a list of them. A conversation is a list of messages or turns,
 * or an object with `messages` (OpenAI's format; `tools` beside it) or `conversations` (turns with `from` and
 * `value`; `system` and `tools` beside them). Further fields are left alone. Never throws.
 */
export function readConversations(text: string, name: string): ConversationsRead {
  const problems: ConversationProblem[] = [];
  const documents = /\.(jsonl|ndjson)$/i.test(name) ? linesOf(text) : [{ text, line: 1 }];
  const found = documents.flatMap((document) => conversationsIn(document, problems));
  if (found.length === 0 && problems.length === 0)
    problems.push({ message: 'the file holds no conversation', path: '', line: 1, column: 1 });
  return { trajectories: withIds(found, name), problems };
}

/** Part of a file that is one JSON value; `line` is the line it starts at, from 1. */
interface Document {
  readonly text: string;
  readonly line: number;
}

function linesOf(text: string): Document[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ text: line, line: index + 1 }))
    .filter((document) => document.text.trim() !== '');
}

interface ReadConversation {
  readonly id: string | null;
  readonly messages: readonly Message[];
  readonly tools: Json;
}

function conversationsIn({ text, line }: Document, problems: ConversationProblem[]): ReadConversation[] {
  if (nestsTooDeeply(text)) {
    problems.push({ message: `this nests deeper than ${deepest} levels`, path: '', line, column: 1 });
    return [];
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text.replace(/^\ufeff/, ' '), errors, { disallowComments: true });
  const lines = new LineIndex(text);
  const placeOf = (offset: number) => {
    const place = lines.positionOf(offset);
    return { ...place, line: place.line + line - 1 };
  };
  const [error] = errors;
  if (tree === undefined || error !== undefined) {
    const why = error === undefined ? '' : `: ${wordsOfJsonError(error)}${adviceFor(text, error.offset)}`;
    problems.push({ message: `this is not JSON${why}`, path: '', ...placeOf(error?.offset ?? 0) });
    return [];
  }
  const value = parsed(text.replace(/^\ufeff/, ''));
  const complain: Complain = (path, message) => {
    const node = nearest(path, (at) => findNodeAtLocation(tree, [...at]));
    problems.push({ message, path: pathText(path), ...placeOf(node?.offset ?? 0) });
  };
  const isList = Array.isArray(value) && value.length > 0 && !value.some(isTurn);
  return isList
    ? value.flatMap((entry, index) => readConversation(entry, [index], complain) ?? [])
    : asList(readConversation(value, [], complain));
}

/** The one thing that people are used to from other languages. */
const adviceFor = (text: string, offset: number) =>
  /,\s*$/.test(text.slice(0, offset)) && /^[}\]]/.test(text.slice(offset))
    ? ' (JSON takes no comma behind the last entry)'
    : '';

/** A message, or a turn with `from` and `value`: of a list, one is enough to tell what the others should be. */
const isTurn = (entry: Json) => isObject(entry) && ('role' in entry || 'from' in entry);

const asList = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

/** No conversation is deeper; readers and engines that call themselves would run out of stack. */
const deepest = 200;

/** Counts brackets outside of texts. */
function nestsTooDeeply(text: string): boolean {
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
    if (part === '[' || part === '{') depth += 1;
    else if (part === ']' || part === '}') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** A field that is missing is told at the nearest that is there. */
function nearest<T>(path: JsonPath, find: (path: JsonPath) => T | undefined): T | undefined {
  return find(path) ?? (path.length === 0 ? undefined : nearest(path.slice(0, -1), find));
}

function readConversation(value: Json, path: JsonPath, complain: Complain): ReadConversation | undefined {
  if (Array.isArray(value)) {
    const isOfTurns = value.some((entry) => isObject(entry) && 'from' in entry && !('role' in entry));
    const read = isOfTurns
      ? readTurns(value, undefined, path, complain)
      : readMessages(value, path, complain);
    return conversation(null, read, null);
  }
  if (isObject(value) && value.messages !== undefined)
    return conversation(value.id, readMessages(value.messages, [...path, 'messages'], complain), value.tools);
  if (isObject(value) && value.conversations !== undefined) {
    const turns = readTurns(value.conversations, value.system, [...path, 'conversations'], complain);
    return conversation(value.id, turns, value.tools);
  }
  complain(
    path,
    'is no conversation: neither a list of messages nor an object with "messages" or "conversations"',
  );
  return undefined;
}

/** Tools may be the JSON text of a list; an empty one is none. */
function conversation(
  id: Json | undefined,
  messages: readonly Message[] | undefined,
  tools: Json | undefined,
): ReadConversation | undefined {
  const given = typeof tools === 'string' ? parsed(tools) : (tools ?? null);
  return (
    messages && {
      id: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
      messages,
      tools: Array.isArray(given) && given.length > 0 ? given : null,
    }
  );
}

/** An id that is there twice gets its number behind it. */
function withIds(found: readonly ReadConversation[], name: string): Trajectory[] {
  const taken = new Set<string>();
  return found.map(({ id, messages, tools }, index) => {
    const wanted = `${name}#${id ?? index + 1}`;
    const unique = taken.has(wanted) ? `${wanted} (${index + 1})` : wanted;
    taken.add(unique);
    return { id: unique, title: unique, messages, tools };
  });
}
