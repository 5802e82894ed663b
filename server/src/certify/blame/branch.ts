/** Which branch of the template wrote a message: where something that it should have written is missing. */
import type { Span } from '../../../../protocol/certification.ts';
import type { Decision, Trace } from '../../jinja/index.ts';
import { chainOf } from './align.ts';

/**
 * The deepest condition that was true for all text of a message; else the first choice about it that wrote nothing.
 * For a message that wrote nothing: the last condition that was asked about it. Null where nothing was decided for
 * the message at all.
 */
export function branchOf(trace: Trace, message: number): Span | null {
  const { decisions } = trace;
  const isAbout = (index: number) => {
    const { kind, message: about } = decisions[index]!;
    return kind !== 'iteration' && about === message;
  };
  const chains = trace
    .runs()
    .filter((run) => run.message === message)
    .map((run) => chainOf(trace, run.decision).filter(isAbout));
  const [first, ...others] = chains;
  if (first === undefined) return lastAsked(decisions, message);
  const shared = first.filter(
    (index) => decisions[index]!.outcome === true && others.every((chain) => chain.includes(index)),
  );
  const wrote = new Set(chains.flat());
  const silent = decisions.findIndex((_, index) => isAbout(index) && !wrote.has(index));
  const found = decisions[shared.at(-1) ?? silent];
  return found?.span ?? lastAsked(decisions, message);
}

function lastAsked(decisions: readonly Decision[], message: number): Span | null {
  return (
    decisions.findLast(({ kind, message: about }) => kind !== 'iteration' && about === message)?.span ?? null
  );
}
