/** The parser of a format as `response_schema`, for what a model samples behind the generation prompt. */
import type { Edge, ResponseFormat } from '../format.ts';
import { escapeRegExp } from '../literal.ts';
import { callsNode } from './calls.ts';
import { beforeStop, commonPrefix, edgePattern, either, Edges, literally, sampledOpener } from './pieces.ts';
import { Inexpressible, type SchemaExport, type SchemaNode } from './types.ts';

export function responseSchema(format: ResponseFormat): SchemaExport {
  try {
    if (!format.callsRead) throw new Inexpressible('calls are written in a way that is not read here');
    const properties: SchemaNode = {
      role: { const: 'assistant' },
      content: { type: 'string', 'x-regex': contentPattern(format) },
    };
    const reasoning = reasoningPattern(format);
    if (reasoning !== null)
      properties[format.reasoningField ?? 'reasoning_content'] = { type: 'string', 'x-regex': reasoning };
    if (format.style !== null) properties['tool_calls'] = callsNode(format);
    return { ok: true, schema: { type: 'object', properties }, notes: [] };
  } catch (failure) {
    if (failure instanceof Inexpressible) return { ok: false, reason: failure.message };
    throw failure;
  }
}

function reasoningPattern(format: ResponseFormat): string | null {
  const edges = new Edges(format);
  const openers = edges.between('start', 'reasoning').map((edge) => sampledOpener(edge, format));
  if (openers.length === 0) return null;
  const [open] = openers;
  const close = commonPrefix(
    edges
      .from('reasoning')
      .filter(({ to }) => to !== 'end')
      .map(({ literal }) => literal.text),
  );
  if (open === undefined || open === null || close.trim() === '')
    throw new Inexpressible('no marker ends the reasoning');
  return `^${literally(open)}(.*?)${literally(close)}`;
}

function contentPattern(format: ResponseFormat): string {
  const edges = new Edges(format);
  const late = edges.into('content').some(({ from }) => from !== 'start' && from !== 'reasoning');
  const early = edges.from('content').every(({ to }) => to === 'end');
  if (format.style !== null && late && early) throw new Inexpressible('content stands behind the calls');
  const openers = edges.between('start', 'content').flatMap((edge) => sampledOpener(edge, format) ?? []);
  const reasoned = edges.between('start', 'reasoning').flatMap((edge) => {
    const open = sampledOpener(edge, format);
    return open === null
      ? []
      : edges
          .from('reasoning')
          .filter(({ to }) => to !== 'end')
          .map((way) => `${literally(open)}.*?${reasoningEnd(way, edges)}`);
  });
  const before = [...openers.filter((text) => text.trim() !== '').map(literally), ...reasoned];
  const behind = edges
    .from('content')
    .filter(({ to }) => to !== 'end')
    .map(edgePattern);
  const direct = edges
    .from('start')
    .filter(({ to }) => to !== 'content' && to !== 'reasoning')
    .flatMap((edge) => sampledOpener(edge, format) ?? [])
    .filter((text) => text.trim() !== '')
    .map(literally);
  const ends = edges
    .between('content', 'end')
    .map(({ literal }) => beforeStop(literal.text, format))
    .filter((text) => text.trim() !== '')
    .map(literally);
  const stops = format.stops.map(escapeRegExp);
  const ending = either([...behind, ...direct, ...ends, ...stops, '$']);
  return `^${before.length === 0 ? '' : `(?:${either(before)})?`}(.*?)${ending}`;
}

/** Where content or a call begins behind the reasoning: what both share. */
function reasoningEnd(way: Edge, edges: Edges): string {
  const shared = commonPrefix(
    edges
      .from('reasoning')
      .filter(({ to }) => to !== 'end')
      .map(({ literal }) => literal.text),
  );
  return way.to === 'content' ? edgePattern(way) : literally(shared);
}
