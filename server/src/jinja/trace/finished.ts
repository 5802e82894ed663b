/** The public trace of a render, made from what the recorder wrote down when someone looks. */
import type { Node, Span } from '../syntax/ast.ts';
import type { Value } from '../values/types.ts';
import { DECISION_CELLS, WRITE_CELLS, type Mark, type Site, type WriteSite } from './cells.ts';
import { flatten, type Flat } from './flatten.ts';
import type { Provenance } from './provenance.ts';
import type { Decision, Read, Trace, Write } from './trace.ts';

export interface Recorded {
  readonly marks: readonly Mark[];
  /** Rows as `cells.ts` says. */
  readonly decisions: readonly number[];
  readonly writes: readonly number[];
  readonly writeValues: readonly Value[];
  /** Marks of the operands, in the order in which they were read. */
  readonly reads: readonly number[];
  readonly readValues: readonly Value[];
  /** Origin of the whole text. */
  readonly written: Provenance;
  /** Site of what has no other. */
  readonly template: Span;
}

export class FinishedTrace implements Trace {
  private madeDecisions: Decision[] | null = null;
  private madeReads: Read[] | null = null;
  private madeWrites: Write[] | null = null;
  private madeFlat: Flat | null = null;

  constructor(private readonly recorded: Recorded) {}

  get decisions() {
    return (this.madeDecisions ??= decisionsOf(this.recorded));
  }

  get reads() {
    return (this.madeReads ??= readsOf(this.recorded));
  }

  get writes() {
    return (this.madeWrites ??= writesOf(this.recorded));
  }

  runs() {
    return this.flat().runs;
  }

  generation() {
    return this.flat().generation;
  }

  private flat(): Flat {
    const { decisions, written, template, marks } = this.recorded;
    const parentOf = (decision: number) => decisions[decision * DECISION_CELLS + 3] as number;
    const siteOf = (mark: number) => marks[mark] as Span;
    return (this.madeFlat ??= flatten(written, { template, siteOf, parentOf }));
  }
}

function decisionsOf({ decisions, marks }: Recorded): Decision[] {
  const made: Decision[] = [];
  for (let row = 0; row < decisions.length; row += DECISION_CELLS) {
    const [site, outcome, message, parent] = decisions.slice(row, row + 4) as [
      number,
      number,
      number,
      number,
    ];
    const { kind, node, span } = marks[site] as Site;
    made.push({ kind, node, span, outcome: kind === 'iteration' ? outcome : outcome === 1, message, parent });
  }
  return made;
}

function readsOf({ decisions, reads, readValues, marks }: Recorded): Read[] {
  const owners = readOwners(decisions, reads.length);
  const made: Read[] = [];
  reads.forEach((mark, i) => {
    const decision = owners[i] as number;
    const { id, span } = marks[mark] as Node;
    if (decision >= 0) made.push({ decision, node: id, span, value: readValues[i] as Value });
  });
  return made;
}

/** The decision of each read: the first that was made after it, which is the innermost; -1 where there is none. */
function readOwners(decisions: Recorded['decisions'], count: number): number[] {
  const owners = new Array<number>(count).fill(-1);
  /** Reads that no decision has claimed yet; a decision claims from their end. */
  const open: number[] = [];
  let seen = 0;
  for (let row = 0; row < decisions.length; row += DECISION_CELLS) {
    const before = decisions[row + 4] as number;
    const after = decisions[row + 5] as number;
    while (seen < after) open.push(seen++);
    for (let last = open.at(-1); last !== undefined && last >= before; last = open.at(-1)) {
      owners[last] = row / DECISION_CELLS;
      open.pop();
    }
  }
  return owners;
}

function writesOf({ writes, writeValues, marks }: Recorded): Write[] {
  return writeValues.map((value, i) => {
    const row = i * WRITE_CELLS;
    const { node, span, name } = marks[writes[row] as number] as WriteSite;
    return {
      node,
      span,
      name,
      value,
      message: writes[row + 1] as number,
      decision: writes[row + 2] as number,
    };
  });
}
