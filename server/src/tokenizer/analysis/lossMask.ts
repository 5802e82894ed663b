/**
 * From spans of text to a mask over tokens: exactly, and as `transformers` does it for `return_assistant_tokens_mask`,
 * which asks for the token of a span's first and last character.
 */
import type { Encoding, Tokenizer } from '../types.ts';

/** UTF-16 offsets, end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * `lost`: no token has the first character, so that this span and all behind it are left out. `spilt`: no token, or only
 * the first of all, has the last character, so that everything behind it is in. `outside before` and `outside behind`: a
 * token at the edge reaches out of the span. `cut`: the last character has several tokens, of which only the first is in.
 */
export type EdgeHazard = 'lost' | 'spilt' | 'outside before' | 'outside behind' | 'cut';

export interface Edge {
  readonly hazard: EdgeHazard;
  readonly span: Span;
  /** Tokens whose mask is not that of their text: from, and end exclusive. */
  readonly tokens: readonly [from: number, to: number];
}

export interface LossMask {
  /** One per token, 1 where the loss falls on it. */
  readonly mask: Uint8Array;
  readonly edges: readonly Edge[];
}

/** Tokens that lie in a span whole. */
export function exactMask({ starts, ends }: Encoding, spans: readonly Span[]): Uint8Array {
  return Uint8Array.from(starts, (start, token) =>
    spans.some((span) => start >= span.start && ends[token]! <= span.end && ends[token]! > start) ? 1 : 0,
  );
}

/** What `transformers` makes of the spans, with each edge at which that is not the exact mask. */
export function transformersMask(
  { postProcessing: { trimsOffsets } }: Pick<Tokenizer, 'postProcessing'>,
  text: string,
  encoding: Encoding,
  spans: readonly Span[],
): LossMask {
  const { ids, starts, ends } = trimsOffsets ? trimmed(text, encoding) : encoding;
  const exact = exactMask(encoding, spans);
  const mask = new Uint8Array(ids.length);
  const edges: Edge[] = [];
  const tokenOf = (offset: number) =>
    starts.findIndex((start, token) => offset >= start && offset < ends[token]!);
  for (const span of spans) {
    if (span.end <= span.start) continue;
    const from = tokenOf(span.start);
    const last = tokenOf(span.end - 1);
    if (from < 0) {
      edges.push({ hazard: 'lost', span, tokens: extent(exact, (token) => starts[token]! >= span.start) });
      break;
    }
    const to = last > 0 ? last + 1 : ids.length;
    mask.fill(1, from, Math.max(from, to));
    const next = encoding.starts.findIndex((start) => start >= span.end);
    if (last <= 0 && next > 0) edges.push({ hazard: 'spilt', span, tokens: [next, ids.length] });
    if (encoding.starts[from]! < span.start)
      edges.push({ hazard: 'outside before', span, tokens: [from, from + 1] });
    if (last <= 0) continue;
    if (encoding.ends[last]! > span.end)
      edges.push({ hazard: 'outside behind', span, tokens: [last, last + 1] });
    let behind = to;
    while (behind < ids.length && exact[behind] === 1 && starts[behind]! < span.end) behind += 1;
    if (behind > to) edges.push({ hazard: 'cut', span, tokens: [to, behind] });
  }
  return { mask, edges };
}

/** From the first to behind the last token of the mask that is wanted. */
function extent(mask: Uint8Array, wanted: (token: number) => boolean): [number, number] {
  const tokens = [...mask.keys()].filter((token) => mask[token] === 1 && wanted(token));
  return [tokens[0] ?? mask.length, (tokens.at(-1) ?? mask.length - 1) + 1];
}

/** Spaces at the edges of a token belong to none. */
function trimmed(text: string, { ids, starts, ends }: Encoding): Encoding {
  const from = starts.slice();
  const to = ends.slice();
  for (let token = 0; token < ids.length; token += 1) {
    while (from[token]! < to[token]! && text[from[token]!] === ' ') from[token]! += 1;
    while (to[token]! > from[token]! && text[to[token]! - 1] === ' ') to[token]! -= 1;
  }
  return { ids, starts: from, ends: to };
}
