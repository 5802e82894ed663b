/** The calls of a format as a node of the schema. */
import { markersIn } from '../../markers.ts';
import { isInCall, type CallPaths, type Edge, type ResponseFormat } from '../format.ts';
import { escapeRegExp } from '../literal.ts';
import {
  beforeStop,
  commonPrefix,
  commonSuffix,
  edgePattern,
  either,
  Edges,
  literally,
  sampledOpener,
} from './pieces.ts';
import { Inexpressible, type SchemaNode } from './types.ts';

const anything: SchemaNode = { type: 'object', additionalProperties: { type: 'any' } };
const named: SchemaNode = { type: 'object', properties: { name: { type: 'string' }, arguments: anything } };

export function callsNode(format: ResponseFormat): SchemaNode {
  switch (format.style) {
    case 'json-list':
      return listNode(format);
    case 'json-object':
      return objectsNode(format);
    case 'named-json':
      return namedNode(format);
    case 'tagged':
      return taggedNode(format);
    case null:
      throw new Inexpressible('the template renders no calls');
  }
}

function listNode(format: ResponseFormat): SchemaNode {
  const edges = new Edges(format);
  const open = opener(format, edges.into('calls'));
  return {
    type: 'array',
    'x-regex': `${open}(\\[.*\\])`,
    'x-parser': 'json',
    'x-parser-args': { transform: `[*].{type: 'function', function: ${selection(format.paths!)}}` },
    items: { type: 'object', properties: { type: { type: 'string' }, function: named } },
  };
}

function objectsNode(format: ResponseFormat): SchemaNode {
  const edges = new Edges(format);
  if (edges.into('name').length > 0)
    throw new Inexpressible('the name of a function stands beside the JSON too');
  const open = opener(format, edges.into('call'));
  const { paths } = format;
  const isPlain =
    JSON.stringify(paths!.name) === '["name"]' && JSON.stringify(paths!.arguments) === '["arguments"]';
  const parser: SchemaNode = isPlain ? {} : { 'x-parser-args': { transform: selection(paths!) } };
  return iterator(`${open}(\\{.*?\\})${closer(format, edges.from('call'), open)}`, {
    ...named,
    'x-parser': 'json',
    ...parser,
  });
}

function namedNode(format: ResponseFormat): SchemaNode {
  const edges = new Edges(format);
  const first = edges.into('id').some(({ from }) => !isInCall(from)) ? 'id' : 'name';
  const open = opener(
    format,
    edges.into(first).filter(({ to }) => to.endsWith('#0')),
  );
  const between = edges.between('id', 'name').map(edgePattern);
  const before = first === 'id' ? `^.*?${either(between)}` : '^';
  const behind = edges
    .from('name')
    .filter(({ to }) => to !== 'end')
    .map(edgePattern);
  const args = edges.into('arguments').map(edgePattern);
  return iterator(`${open}(.*?\\})${closer(format, edges.from('arguments'), open)}`, {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-regex': `${before}(.+?)${either(behind)}` },
      arguments: { ...anything, 'x-regex': `${either(args)}(\\{.*\\})`, 'x-parser': 'json' },
    },
  });
}

function taggedNode(format: ResponseFormat): SchemaNode {
  const edges = new Edges(format);
  if (
    format.quotedValues ||
    edges.between('key', 'key').length > 0 ||
    edges.between('value', 'key').some(({ to }) => to !== 'key#0')
  )
    throw new Inexpressible('values end where their own syntax ends, which no regular expression sees');
  const ends = edges.from('value').filter(({ to }) => to === 'end' || to === 'name#0' || to === 'content');
  const close = callEnd(format, ends);
  if (close === null) throw new Inexpressible('no marker ends a call');
  const open = opener(format, edges.into('name'));
  const behindName = firstCharacters(edges.from('name').map(({ literal }) => literal.text));
  const keyOpen = opener(format, edges.into('key'));
  const keyClose = either(edges.between('key', 'value').map(edgePattern));
  const shared = commonPrefix(edges.from('value').map(({ literal }) => literal.text));
  if (shared.trim() === '') throw new Inexpressible('no marker ends a value');
  const valueClose = literally(shared);
  return iterator(`${open}(.*?)${escapeRegExp(close)}`, {
    type: 'object',
    properties: {
      name: { type: 'string', 'x-regex': `^(.+?)${behindName}` },
      arguments: {
        type: 'object',
        default: {},
        'x-regex-key-value': `${keyOpen}(?P<key>[^<>"]+?)${keyClose}(?P<value>.*?)${valueClose}`,
        additionalProperties: { type: 'any', 'x-parser': 'json', 'x-parser-args': { allow_non_json: true } },
      },
    },
  });
}

/** A name ends at the first character that is written behind it. */
function firstCharacters(texts: readonly string[]): string {
  const characters = texts.map((text) => text.trimStart()[0] ?? '').filter(Boolean);
  return `(?:\\s|${[...new Set(characters)].map(escapeRegExp).join('|')}|$)`;
}

const iterator = (pattern: string, called: SchemaNode): SchemaNode => ({
  type: 'array',
  'x-regex-iterator': pattern,
  items: { type: 'object', properties: { type: { const: 'function' }, function: called } },
});

/** What stands right before, wherever that is. */
function opener(format: ResponseFormat, edges: readonly Edge[]): string {
  const texts = edges.flatMap((edge) =>
    edge.from === 'start' ? (sampledOpener(edge, format) ?? []) : edge.literal.text,
  );
  const shared = commonSuffix(texts);
  if (shared.trim() === '') throw new Inexpressible('calls stand in the text without a marker before them');
  return literally(shared);
}

/** What stands right behind a call; where nothing does, what may follow it. */
function closer(format: ResponseFormat, edges: readonly Edge[], open: string): string {
  const shared = commonPrefix(edges.map(({ literal }) => beforeStop(literal.text, format)));
  if (shared.trim() !== '') return literally(shared);
  const stops = format.stops.map(escapeRegExp);
  return `(?=\\s*(?:${[open, ...stops].join('|')}|$))`;
}

/** The last marker that is behind every call, whatever follows. */
function callEnd(format: ResponseFormat, ends: readonly Edge[]): string | null {
  const [first, ...others] = ends.map(({ literal }) => markersIn(beforeStop(literal.text, format)));
  return first?.filter((marker) => others.every((markers) => markers.includes(marker))).at(-1) ?? null;
}

/** JMESPath of name and arguments. */
function selection({ name, arguments: args }: CallPaths): string {
  if (name === 'key') throw new Inexpressible('the name of a function is a key of the JSON');
  if (name === null) throw new Inexpressible('the name of a function is not in the JSON');
  return `{name: ${name.join('.')}, arguments: ${args.join('.')}}`;
}
