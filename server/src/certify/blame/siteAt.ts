import type { RenderRequest } from '../../../../protocol/conversation.ts';
import type { Span } from '../../../../protocol/certification.ts';
import { macroCallsOf } from './macroCalls.ts';
import type { Subject } from '../subject.ts';

/** Template span that wrote the unit at `offset` of a render; the last one at the end of the text, null for none. */
export function siteAt(subject: Subject, request: RenderRequest, offset: number): Span | null {
  const { trace } = subject.trace(request);
  const runs = trace?.runs() ?? [];
  return (runs.find((run) => run.end > offset) ?? runs.at(-1))?.site ?? null;
}

/** The call of the macro that wrote the unit at `offset`; null where no macro did, or where several calls may have. */
export function callBehind(subject: Subject, request: RenderRequest, offset: number): Span | null {
  const { trace } = subject.trace(request);
  const run = trace?.runs().find(({ end }) => end > offset);
  const found = trace && run ? macroCallsOf(subject.program.template, trace, run) : null;
  return found?.calls.length === 1 ? found.calls[0]!.span : null;
}
