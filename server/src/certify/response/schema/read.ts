/** What a schema makes of a sampled turn: as much of the library's reading as the export uses. */
import type { Json } from '../../../../../protocol/conversation.ts';
import { isRecord } from '../style.ts';
import type { SchemaNode } from './types.ts';

/** Undefined where a pattern finds nothing. Throws where the text is not what the node asks for, as Python does. */
export function readWith(schema: SchemaNode, text: string): Json | undefined {
  return read(text, schema);
}

function read(given: Json, node: SchemaNode): Json | undefined {
  if ('const' in node) return node['const']!;
  let content = given;
  if (typeof node['x-regex'] === 'string') {
    const found = pattern(node['x-regex'], 's').exec(content as string);
    if (found === null) return undefined;
    content = found[1] ?? '';
  }
  if (typeof node['x-regex-iterator'] === 'string') {
    const found = [...(content as string).matchAll(pattern(node['x-regex-iterator'], 'gs'))];
    if (found.length === 0) return undefined;
    content = found.map((each) => each[1] ?? '');
  }
  if (typeof node['x-regex-key-value'] === 'string') {
    const found = [...(content as string).matchAll(pattern(node['x-regex-key-value'], 'gs'))];
    content = Object.fromEntries(found.map(({ groups }) => [groups!['key']!, groups!['value']!]));
  }
  if (node['x-parser'] === 'json')
    content = parsed(content as string, (node['x-parser-args'] ?? {}) as SchemaNode);
  return typed(content, node);
}

/** Python names groups by `(?P<name>`. */
const pattern = (source: string, flags: string) => new RegExp(source.replaceAll('(?P<', '(?<'), flags);

function parsed(text: string, args: SchemaNode): Json {
  try {
    const data = JSON.parse(text) as Json;
    return typeof args['transform'] === 'string' ? selected(data, args['transform']) : data;
  } catch (failure) {
    if (args['allow_non_json'] === true) return text;
    throw failure;
  }
}

/** The JMESPath that the export writes: `[*].{a: b.c, d: 'e', f: {...}}`. */
function selected(data: Json, query: string): Json {
  if (query.startsWith('[*].')) return (data as Json[]).map((each) => selected(each, query.slice(4)));
  if (query.startsWith("'")) return query.slice(1, -1);
  if (query.startsWith('{')) {
    const members = membersOf(query.slice(1, -1));
    return Object.fromEntries(members.map(([key, rest]) => [key, selected(data, rest)]));
  }
  return query.split('.').reduce<Json>((at, key) => (isRecord(at) ? (at[key] ?? null) : null), data);
}

function membersOf(text: string): [string, string][] {
  const members: [string, string][] = [];
  let depth = 0;
  let start = 0;
  for (const [at, character] of [...`${text},`].entries()) {
    depth += character === '{' ? 1 : character === '}' ? -1 : 0;
    if (character !== ',' || depth > 0) continue;
    const [key = '', ...rest] = text.slice(start, at).split(':');
    members.push([key.trim(), rest.join(':').trim()]);
    start = at + 1;
  }
  return members;
}

function typed(content: Json, node: SchemaNode): Json | undefined {
  const properties = (node['properties'] ?? {}) as Record<string, SchemaNode>;
  if (node['type'] === 'array') {
    const items = node['items'] as SchemaNode;
    return (content as Json[]).map((each) => read(each, items) ?? null);
  }
  if (node['type'] !== 'object') return content;
  const others = node['additionalProperties'] as SchemaNode | undefined;
  const of = (key: string, child: SchemaNode): [string, Json][] => {
    const value = typeof content === 'string' ? content : (content as SchemaNode)[key];
    const found = value === undefined ? undefined : read(value, child);
    return found === undefined ? [] : [[key, found]];
  };
  const known = Object.entries(properties).flatMap(([key, child]) => of(key, child));
  const further =
    others === undefined || !isRecord(content)
      ? []
      : Object.keys(content)
          .filter((key) => !(key in properties))
          .flatMap((key) => of(key, others));
  return Object.fromEntries([...known, ...further]);
}
