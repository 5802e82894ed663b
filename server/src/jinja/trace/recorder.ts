/** What a traced render writes down as it goes. */
import type { Span } from '../syntax/ast.ts';
import { budgetExceeded } from '../values/errors.ts';
import type { Dict, Value } from '../values/types.ts';
import { Cells, DECISION_CELLS, PIECE_CELLS, WRITE_CELLS, type Mark } from './cells.ts';
import { FinishedTrace } from './finished.ts';
import { isMessage } from './messages.ts';
import type { Provenance, Written } from './provenance.ts';
import type { Trace } from './trace.ts';

/** Arrays that grew beyond this are not kept for the next render. */
const MOST_KEPT = 1 << 20;

class Scratch {
  readonly decisions = new Cells();
  readonly reads = new Cells();
  readonly writes = new Cells();
  readonly pieces = new Cells();
  readonly readValues: Value[] = [];
  readonly origins: Provenance[] = [];

  get size(): number {
    return this.decisions.used + this.reads.used + this.writes.used + this.pieces.used;
  }

  clear(): void {
    for (const cells of [this.decisions, this.reads, this.writes, this.pieces]) cells.used = 0;
  }
}

/** Free for the next render. */
let spare: Scratch | null = null;

export class Recorder {
  /** Message that the template is deciding for, or -1. */
  message = -1;
  /** The current message is a loop's item: an assignment does not change it. */
  pinned = false;
  /** Decision in force, or -1. */
  decision = -1;

  private readonly scratch: Scratch;
  private readonly decisions: Cells;
  private readonly reads: Cells;
  private readonly writes: Cells;
  private readonly pieces: Cells;
  private readonly readValues: Value[];
  private readonly writeValues: Value[] = [];
  private readonly origins: Provenance[];
  private originCount = 0;
  /** Number of origins where the innermost buffer of text begins. */
  private bufferStart = 0;

  constructor() {
    this.scratch = spare ?? new Scratch();
    spare = null;
    this.decisions = this.scratch.decisions;
    this.reads = this.scratch.reads;
    this.writes = this.scratch.writes;
    this.pieces = this.scratch.pieces;
    this.readValues = this.scratch.readValues;
    this.origins = this.scratch.origins;
  }

  /** Records a decision under the one in force; `reads`: `readCount` before its condition. Answers its index. */
  decide(site: number, outcome: number, reads: number): number {
    const { cells, used } = this.decisions;
    cells[used] = site;
    cells[used + 1] = outcome;
    cells[used + 2] = this.message;
    cells[used + 3] = this.decision;
    cells[used + 4] = reads;
    cells[used + 5] = this.reads.used;
    this.decisions.used = used + DECISION_CELLS;
    return used / DECISION_CELLS;
  }

  /** Records an operand of the decision to come. */
  read(node: number, value: Value): void {
    const { cells, used } = this.reads;
    cells[used] = node;
    this.readValues[used] = value;
    this.reads.used = used + 1;
  }

  /** Number of reads so far: taken before a condition, handed to `decide` after it. */
  get readCount(): number {
    return this.reads.used;
  }

  write(site: number, value: Value): void {
    const { cells, used } = this.writes;
    cells[used] = site;
    cells[used + 1] = this.message;
    cells[used + 2] = this.decision;
    this.writes.used = used + WRITE_CELLS;
    this.writeValues.push(value);
  }

  /** Follows an assignment: `set m = messages[i]` makes message i the current one until the iteration ends. */
  follow(value: Dict): void {
    if (!this.pinned && isMessage(value)) this.message = value.origin?.message ?? -1;
  }

  /** Text was written that has a site of its own (-1), or that `site` printed. Not for empty text. */
  wrote(origin: Provenance, site: number): void {
    this.piece(origin, site, this.message, this.decision);
  }

  /** The body of a `generation` block was written. */
  wroteGenerated(origin: Provenance): void {
    this.piece(origin, -1, -1, -1);
  }

  /** Starts a buffer of its own; answers what `endBuffer` needs to go back to the one around. */
  beginBuffer(): number {
    const outer = this.bufferStart;
    this.bufferStart = this.originCount;
    return outer;
  }

  /** What was written since `beginBuffer`: a text of `length` UTF-16 units. */
  endBuffer(outer: number, length: number): Provenance {
    const written = this.buffer(length);
    this.originCount = this.bufferStart;
    this.pieces.used = this.bufferStart * PIECE_CELLS;
    this.bufferStart = outer;
    return written;
  }

  /** `length`: of the rendered text; `template`: the site of what has no other. Nothing can be recorded after it. */
  finish(length: number, template: Span, marks: readonly Mark[]): Trace {
    const { scratch, writeValues } = this;
    const finished = new FinishedTrace({
      marks,
      decisions: this.decisions.from(0),
      reads: this.reads.from(0),
      readValues: this.readValues.slice(0, this.reads.used),
      writes: this.writes.from(0),
      writeValues,
      written: this.buffer(length),
      template,
    });
    if (scratch.size < MOST_KEPT) {
      scratch.clear();
      spare = scratch;
    }
    return finished;
  }

  /** @throws PythonError BudgetExceeded where the records need more than `bytes` of memory. */
  checkRoom(bytes: number): void {
    if (this.scratch.size * 16 > bytes) {
      throw budgetExceeded(`The trace of the template needs more than ${bytes} bytes of memory.`);
    }
  }

  private piece(origin: Provenance, site: number, message: number, decision: number): void {
    const { cells, used } = this.pieces;
    cells[used] = site;
    cells[used + 1] = message;
    cells[used + 2] = decision;
    this.pieces.used = used + PIECE_CELLS;
    this.origins[this.originCount++] = origin;
  }

  private buffer(length: number): Written {
    const { bufferStart } = this;
    const parts = this.origins.slice(bufferStart, this.originCount);
    return { kind: 'written', length, parts, cells: this.pieces.from(bufferStart * PIECE_CELLS) };
  }
}
