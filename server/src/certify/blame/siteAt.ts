import type { RenderRequest } from '../../../../protocol/conversation.ts';
import type { Span } from '../../../../protocol/certification.ts';
import type { Subject } from '../subject.ts';

/** Template span that wrote the unit at `offset` of a render; the last one at the end of the text, null for none. */
export function siteAt(subject: Subject, request: RenderRequest, offset: number): Span | null {
  const { trace } = subject.trace(request);
  const runs = trace?.runs() ?? [];
  return (runs.find((run) => run.end > offset) ?? runs.at(-1))?.site ?? null;
}
