/** A frame for tool definitions that is written where there are none. */
import type { Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { chainOf } from '../blame/align.ts';
import type { Subject } from '../subject.ts';

/** And for nothing else that may have let it be written. */
const asksForTools = /^(?!.*\bor\b).*\btools\b/s;

/** The condition that lets the frame of tool definitions be written with and without them; null where there is none. */
export function frameOfTools(subject: Subject, given: RenderRequest, none: RenderRequest): Span | null {
  const [full, empty] = [subject.trace(given).trace, subject.trace(none).trace];
  const { source } = subject.program.template;
  const definition = full?.runs().find(({ path }) => /^tools\b/.test(path?.toString() ?? ''));
  if (full === null || empty === null || definition === undefined) return null;
  const asked = chainOf(full, definition.decision)
    .map((index) => full.decisions[index]!)
    .filter(
      ({ kind, span }) => kind === 'condition' && asksForTools.test(source.slice(span.start, span.end)),
    );
  const isFrame = ({ decision }: { decision: number }) =>
    chainOf(empty, decision).some((index) => {
      const { node, outcome } = empty.decisions[index]!;
      return outcome === true && asked.some((one) => one.node === node);
    });
  return empty.runs().some(isFrame) ? (asked[0]?.span ?? null) : null;
}
