/** Which tokens a place of the template wrote. */
import type { Span } from '../../../protocol/certification.ts';
import type { Lane, Place } from './lanes.ts';

export interface Written {
  /** Per lane and position, 1 where the token was written there. */
  readonly marks: readonly Uint8Array[];
  readonly first: Place | null;
  readonly count: number;
}

export const nothingWritten: Written = { marks: [], first: null, count: 0 };

export function writtenBy(lanes: readonly Lane[], span: Span | null): Written {
  if (span === null) return nothingWritten;
  let first: Place | null = null;
  let count = 0;
  const marks = lanes.map((tokens, lane) => {
    const marked = new Uint8Array(tokens.length);
    tokens.forEach(({ cell: { site }, mark }, position) => {
      if (site === null || !touches(site, span)) return;
      marked[position] = 1;
      // An equal token is one token, though both lanes show it.
      if (lane === 0 || mark !== 'equal') count++;
      first ??= { lane, position };
    });
    return marked;
  });
  return { marks, first, count };
}

/** A cursor without extent touches what it stands in or at the start of. */
function touches(site: Span, span: Span): boolean {
  return span.start === span.end
    ? site.start <= span.start && span.start < site.end
    : site.start < span.end && span.start < site.end;
}
