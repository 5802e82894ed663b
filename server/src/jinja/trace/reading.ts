/** Reads a log, when someone asks. */
import type { Value } from '../values/types.ts';
import { BRANCH, BUFFER, CHOICE, GENERATED, isTaken, ITERATION, READ, SHOWN, TEXT, WRITE } from './log.ts';
import type { Log, Places } from './log.ts';
import type { Provenance } from './provenance.ts';
import { Nesting, Rows } from './rows.ts';
import type { Decision, Read, Write } from './trace.ts';

export function decisionsOf(log: Log): Decision[] {
  const decisions: Decision[] = [];
  for (const rows = new Rows(log); rows.advance();) {
    const branch = rows.kind === BRANCH;
    if (!branch && rows.kind !== ITERATION) continue;
    const { kind, node, span } = rows.place(BRANCH);
    const { message, parent } = rows;
    decisions.push({ kind, node, span, outcome: branch ? isTaken(rows.code) : rows.cell, message, parent });
  }
  return decisions;
}

/** What was written, by position of the first row of its buffer (0: of the render's own text). */
export function buffersOf(log: Log): ReadonlyMap<number, readonly Provenance[]> {
  const buffers = new Map<number, Provenance[]>();
  const open = new Nesting<Provenance[]>([]);
  buffers.set(0, open.at(0));
  for (const rows = new Rows(log); rows.advance();) {
    const parts = open.at(rows.at);
    const { message, decision } = rows;
    if (rows.kind === TEXT) {
      const of = rows.place(TEXT);
      parts.push({ kind: 'shown', length: of.length, of, site: null, message, decision });
    } else if (rows.kind === SHOWN) {
      const of = rows.held as Provenance;
      parts.push({ kind: 'shown', length: of.length, of, site: rows.place(SHOWN), message, decision });
    } else if (rows.kind === GENERATED) {
      parts.push(rows.held as Provenance);
    } else if (rows.kind === BUFFER) {
      const inner: Provenance[] = [];
      buffers.set(rows.end, inner);
      open.begin(inner, rows.cell);
    }
  }
  return buffers;
}

export function writesOf(log: Log): Write[] {
  const writes: Write[] = [];
  for (const rows = new Rows(log); rows.advance();) {
    if (rows.kind !== WRITE) continue;
    const { node, span, name } = rows.place(WRITE);
    const { message, decision } = rows;
    writes.push({ node, span, name, value: rows.held as Value, message, decision });
  }
  return writes;
}

/** A read that no decision has claimed yet. */
interface OpenRead {
  readonly operand: Places[typeof READ];
  readonly value: Value;
  /** Its place among all reads. */
  readonly index: number;
}

/**
 * A decision claims what was read for its condition. Of the decisions that are made meanwhile, those of choices say
 * where their condition began, and all others are in a buffer of their own.
 */
export function readsOf(log: Log): Read[] {
  /** By place among all reads: those that no decision claims are left out in the end. */
  const reads: (Read | null)[] = [];
  const open = new Nesting<OpenRead[]>([]);
  for (const rows = new Rows(log); rows.advance();) {
    const unclaimed = open.at(rows.at);
    const { kind, decision } = rows;
    if (kind === READ) {
      const index = reads.push(null) - 1;
      unclaimed.push({ operand: rows.place(READ), value: rows.held as Value, index });
    } else if (kind === CHOICE) {
      open.begin([]);
    } else if (kind === BUFFER) {
      open.begin([], rows.cell);
    } else if (kind === BRANCH) {
      for (const { operand, value, index } of unclaimed.splice(0)) {
        reads[index] = { decision, node: operand.id, span: operand.span, value };
      }
      if (rows.place(BRANCH).kind !== 'condition') open.end();
    }
  }
  return reads.filter((read) => read !== null);
}
