/**
 * Decisions of two renders, brought together: the same choice (same node, same message, same place in the tree of
 * choices) has the same key in both, whatever its outcome.
 */
import type { Decision, Trace } from '../../jinja/index.ts';

export interface Alignment {
  /** Key of each decision, by its index. */
  readonly keys: readonly string[];
  /** Index of the decision that has a key. */
  readonly byKey: ReadonlyMap<string, number>;
}

const known = new WeakMap<Trace, Alignment>();

/** Invariant: no two decisions of one trace share a key; repeated visits under one parent are numbered. */
export function alignmentOf(trace: Trace): Alignment {
  const made = known.get(trace) ?? aligned(trace);
  known.set(trace, made);
  return made;
}

function aligned({ decisions }: Trace): Alignment {
  const keys: string[] = [];
  const byKey = new Map<string, number>();
  const visits = new Map<string, number>();
  decisions.forEach((decision, index) => {
    const place = `${decision.parent < 0 ? '' : keys[decision.parent]}/${decision.node}${messageOrTurn(decision)}`;
    const visit = visits.get(place) ?? 0;
    visits.set(place, visit + 1);
    const key = visit === 0 ? place : `${place}#${visit}`;
    keys.push(key);
    byKey.set(key, index);
  });
  return { keys, byKey };
}

/** An iteration is told apart by the message it is about, or by its number where it is about none. */
function messageOrTurn(decision: Decision): string {
  if (decision.message >= 0) return `@${decision.message}`;
  return decision.kind === 'iteration' ? `:${String(decision.outcome)}` : '';
}

/** The decisions that a piece of text was written under, outermost first. */
export function chainOf({ decisions }: Trace, innermost: number): number[] {
  const chain: number[] = [];
  for (let index = innermost; index >= 0; index = decisions[index]!.parent) chain.push(index);
  return chain.reverse();
}
