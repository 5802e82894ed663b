/** Where a template writes what its generation blocks leave out, or should. */
import type { Span } from '../../../../protocol/certification.ts';
import type { Message, RenderRequest } from '../../../../protocol/conversation.ts';
import type { Run, Trace } from '../../jinja/index.ts';
import { nodesOf } from '../../jinja/syntax/walk.ts';
import { chainOf } from '../blame/align.ts';
import { callBehind } from '../blame/siteAt.ts';
import type { Subject } from '../subject.ts';

/** The call of a macro that has no block of its own is what stands inside or outside of one. */
export function siteOf(subject: Subject, request: RenderRequest, { site, start }: Run): Span {
  const call = callBehind(subject, request, start);
  if (call === null) return site;
  const nodes = [...nodesOf(subject.program.template)];
  const macro = nodes.find(({ kind, span }) => kind === 'macro' && holds(span, site));
  const hasBlock = nodes.some(({ kind, span }) => kind === 'generation' && macro && holds(macro.span, span));
  return hasBlock ? site : call;
}

const holds = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end;

/** The innermost condition that a run was written under. */
export function branchAround(trace: Trace, { decision }: Run): Span | null {
  const around = chainOf(trace, decision).map((index) => trace.decisions[index]!);
  return around.findLast(({ kind }) => kind === 'condition')?.span ?? null;
}

/** Of earlier turns of which nothing at all is in a block, though the last turn has one: the first text that they show. */
export function unmaskedHistory(trace: Trace, messages: readonly Message[]): Run[] {
  const runs = trace.runs();
  const last = messages.length - 1;
  if (!runs.some(({ message, generation }) => message === last && generation)) return [];
  return messages.flatMap(({ role }, index) => {
    const own = runs.filter(({ message }) => message === index);
    const shown = own.find(({ path }) => path !== null && !path.toString().endsWith('.role'));
    const isMissed = role === 'assistant' && index < last && !own.some(({ generation }) => generation);
    return isMissed && shown !== undefined ? [shown] : [];
  });
}

/** Text of other roles inside generation blocks: what one message wrote there together is one stretch. */
export function foreignStretches(trace: Trace, messages: readonly Message[]) {
  const stretches: { role: string; message: number; at: Span; site: Span }[] = [];
  for (const { generation, message, start, end, site } of trace.runs()) {
    const { role } = messages[message] ?? {};
    if (!generation || role === undefined || role === 'assistant') continue;
    const last = stretches.at(-1);
    if (last?.message === message && last.at.end === start) last.at = { start: last.at.start, end };
    else stretches.push({ role, message, at: { start, end }, site });
  }
  return stretches;
}
