/** Goes through the rows of a log and says of each what follows from those before it. */
import * as row from './log.ts';
import type { Held, Log, Mark, Places, RowKind } from './log.ts';

export class Rows {
  /** Position of the row. */
  at = 0;
  kind = -1;
  code = 0;
  /** Message and decision in force; after a decision: itself. */
  message = -1;
  decision = -1;
  /** The decision that was in force before the row. */
  parent = -1;
  private decisions = 0;
  private next = 0;
  private nextHeld = 0;
  private ownHeld = 0;

  constructor(private readonly log: Log) {}

  /** Goes to the next row; false at the end. */
  advance(): boolean {
    const { cells } = this.log;
    const at = this.next;
    if (at >= cells.length) return false;
    const code = cells[at] as number;
    const kind = row.kindOf(code);
    this.at = at;
    this.code = code;
    this.kind = kind;
    this.next = at + (row.CELLS[kind] as number);
    this.ownHeld = this.nextHeld;
    if (row.HOLDS[kind] === true) this.nextHeld++;
    this.parent = this.decision;
    if (kind === row.BRANCH || kind === row.ITERATION) this.decision = this.decisions++;
    else if (kind === row.UNDER) this.decision = this.cell;
    else if (kind === row.ABOUT) this.message = this.cell;
    return true;
  }

  /** Position behind the row. */
  get end(): number {
    return this.next;
  }

  /** The second cell, where it has one. */
  get cell(): number {
    return this.log.cells[this.at + 1] as number;
  }

  /** The value that it holds, where it does. */
  get held(): Held {
    return this.log.held[this.ownHeld] as Held;
  }

  /** The place that it is about, for a row of that kind. */
  place<Kind extends RowKind>(_kind: Kind): Places[Kind] {
    return this.log.marks[row.markOf(this.code)] as Mark as Places[Kind];
  }
}

/** What belongs to the innermost of the buffers (and choices) that are open at a row. */
export class Nesting<Item> {
  private readonly around: { readonly item: Item; readonly end: number }[] = [];

  /** `end`: position at which the innermost ends; 0: not by position. */
  constructor(
    private item: Item,
    private last = 0,
  ) {}

  at(position: number): Item {
    while (this.last === position && position > 0) this.end();
    return this.item;
  }

  begin(item: Item, end = 0): void {
    this.around.push({ item: this.item, end: this.last });
    this.item = item;
    this.last = end;
  }

  end(): void {
    const outer = this.around.pop();
    if (outer === undefined) return;
    this.item = outer.item;
    this.last = outer.end;
  }
}
