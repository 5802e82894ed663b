/** Reads a log, when someone asks. */
import type { Node, Span } from '../syntax/ast.ts';
import type { Value } from '../values/types.ts';
import * as row from './log.ts';
import type { Log, Site, WriteSite } from './log.ts';
import { Nesting } from './nesting.ts';
import type { Leaf, Provenance } from './provenance.ts';
import type { Decision, Read, Write } from './trace.ts';

/** The message and the decision in force at a row. */
class Standing {
  message = -1;
  decision = -1;
  private decisions = 0;

  /** Goes past a row. */
  pass(kind: number, cell: number): void {
    switch (kind) {
      case row.BRANCH:
      case row.ITERATION:
        this.decision = this.decisions++;
        break;
      case row.UNDER:
        this.decision = cell;
        break;
      case row.ABOUT:
        this.message = cell;
    }
  }
}

/** What was written, and under what. */
export interface Text {
  /** By decision: the one that it was made under, or -1. */
  readonly parents: readonly number[];
  /** By position of the first row of the buffer (0: of the render's own text). */
  readonly buffers: ReadonlyMap<number, readonly Provenance[]>;
}

export function textOf({ cells, held: values, marks }: Log): Text {
  const parents: number[] = [];
  const root: Provenance[] = [];
  const buffers = new Map<number, Provenance[]>([[0, root]]);
  const open = new Nesting(root);
  const standing = new Standing();
  let held = 0;
  for (let at = 0; at < cells.length;) {
    const code = cells[at] as number;
    const kind = row.kindOf(code);
    const { message, decision } = standing;
    switch (kind) {
      case row.BRANCH:
      case row.ITERATION:
        parents.push(decision);
        break;
      case row.TEXT: {
        const of = marks[row.markOf(code)] as Leaf;
        open.at(at).push({ kind: 'shown', length: of.length, of, site: null, message, decision });
        break;
      }
      case row.SHOWN: {
        const of = values[held] as Provenance;
        const site = marks[row.markOf(code)] as Span;
        open.at(at).push({ kind: 'shown', length: of.length, of, site, message, decision });
        break;
      }
      case row.GENERATED:
        open.at(at).push(values[held] as Provenance);
        break;
      case row.BUFFER: {
        const inner: Provenance[] = [];
        buffers.set(at + 2, inner);
        open.at(at);
        open.begin(inner, cells[at + 1] as number);
      }
    }
    standing.pass(kind, cells[at + 1] as number);
    if (row.HOLDS[kind] === true) held++;
    at += row.CELLS[kind] as number;
  }
  return { parents, buffers };
}

/** What was decided and assigned. */
export interface Events {
  readonly decisions: readonly Decision[];
  readonly writes: readonly Write[];
}

export function eventsOf({ cells, held: values, marks }: Log): Events {
  const decisions: Decision[] = [];
  const writes: Write[] = [];
  const standing = new Standing();
  let held = 0;
  for (let at = 0; at < cells.length;) {
    const code = cells[at] as number;
    const kind = row.kindOf(code);
    const mark = marks[row.markOf(code)];
    const { message, decision } = standing;
    if (kind === row.BRANCH || kind === row.ITERATION) {
      const { kind: made, node, span } = mark as Site;
      const outcome = kind === row.BRANCH ? row.isTaken(code) : (cells[at + 1] as number);
      decisions.push({ kind: made, node, span, outcome, message, parent: decision });
    } else if (kind === row.WRITE) {
      const { node, span, name } = mark as WriteSite;
      writes.push({ node, span, name, value: values[held] as Value, message, decision });
    }
    standing.pass(kind, cells[at + 1] as number);
    if (row.HOLDS[kind] === true) held++;
    at += row.CELLS[kind] as number;
  }
  return { decisions, writes };
}

/**
 * A decision claims what was read for its condition. Of the decisions that are made meanwhile, those of choices say
 * where their condition began, and all others are in a buffer of their own.
 */
export function readsOf({ cells, held: values, marks }: Log): Read[] {
  const operands: Node[] = [];
  const read: Value[] = [];
  /** By read: its decision, or -1. */
  const owners: number[] = [];
  /** Reads that no decision has claimed yet. */
  const unclaimed: number[] = [];
  /** Number of unclaimed reads that belong to conditions around. */
  const open = new Nesting(0);
  let decision = 0;
  let held = 0;
  for (let at = 0; at < cells.length;) {
    const code = cells[at] as number;
    const kind = row.kindOf(code);
    const outer = open.at(at);
    switch (kind) {
      case row.READ:
        operands.push(marks[row.markOf(code)] as Node);
        read.push(values[held] as Value);
        unclaimed.push(owners.push(-1) - 1);
        break;
      case row.CHOICE:
        open.begin(unclaimed.length);
        break;
      case row.BUFFER:
        open.begin(unclaimed.length, cells[at + 1] as number);
        break;
      case row.BRANCH:
        while (unclaimed.length > outer) owners[unclaimed.pop() as number] = decision;
        if ((marks[row.markOf(code)] as Site).kind !== 'condition') open.end();
        decision++;
        break;
      case row.ITERATION:
        decision++;
    }
    if (row.HOLDS[kind] === true) held++;
    at += row.CELLS[kind] as number;
  }
  const reads: Read[] = [];
  for (let i = 0; i < owners.length; i++) {
    const { id, span } = operands[i] as Node;
    const owner = owners[i] as number;
    if (owner >= 0) reads.push({ decision: owner, node: id, span, value: read[i] as Value });
  }
  return reads;
}
