/** Writes the log of a traced render. */
import type { Span } from '../syntax/ast.ts';
import { budgetExceeded } from '../values/errors.ts';
import type { Dict, Value } from '../values/types.ts';
import { FinishedTrace } from './finished.ts';
import { ABOUT, BUFFER, CHOICE, GENERATED, TAKEN, UNDER, type Held, type Mark } from './log.ts';
import { isMessage } from './messages.ts';
import type { Provenance } from './provenance.ts';
import type { Trace } from './trace.ts';
import { RenderLog, WrittenRows } from './written.ts';

/** Rows that grew beyond this many cells are not kept for the next render. */
const MOST_KEPT = 1 << 20;

/** Most renders hold fewer values: their array does not have to grow. */
const MOST_HELD = 128;

/** Cells that a render may write into: small integers only, without holes. Null while one is in progress. */
let spare: number[] | null = null;

const newCells = () => new Array<number>(4096).fill(0);

/** Where a buffer of text begins in the log: position of its first row, number of values held before. */
export interface BufferStart {
  readonly at: number;
  readonly held: number;
}

export class Recorder {
  /** Message that the template is deciding for, or -1. Changed by `about`. */
  message = -1;
  /** The current message is a loop's item: an assignment does not change it. */
  pinned = false;
  /** Decision in force, or -1. Changed by what decides, and by `under`. */
  decision = -1;

  private readonly cells: number[] = spare ?? newCells();
  private at = 0;
  private readonly held = new Array<Held>(MOST_HELD);
  private heldCount = 0;
  private readonly log = new RenderLog(this.cells, this.held);
  private decisions = 0;
  private buffer: BufferStart = { at: 0, held: 0 };

  constructor() {
    spare = null;
  }

  /** `marks`: what the places in its rows are. */
  begin(marks: readonly Mark[]): void {
    this.log.marks = marks;
  }

  /** Records an operand of the decision to come. */
  read(code: number, value: Value): void {
    this.cells[this.at++] = code;
    this.held[this.heldCount++] = value;
  }

  /** The condition of a choice begins, perhaps inside another condition. */
  choice(): void {
    this.cells[this.at++] = CHOICE;
  }

  /** Records a decision under the one in force, and puts it in force. Answers its index. */
  branch(code: number, taken: boolean): number {
    this.cells[this.at++] = taken ? code | TAKEN : code;
    return (this.decision = this.decisions++);
  }

  /** The same for an iteration, `index` from 0. */
  iterate(code: number, index: number): void {
    this.row(code, index);
    this.decision = this.decisions++;
  }

  /** Puts an earlier decision in force (-1: none). */
  under(decision: number): void {
    this.row(UNDER, decision);
    this.decision = decision;
  }

  /** What follows is of that message (-1: of none). */
  about(message: number): void {
    if (message === this.message) return;
    this.row(ABOUT, message);
    this.message = message;
  }

  write(code: number, value: Value): void {
    this.cells[this.at++] = code;
    this.held[this.heldCount++] = value;
  }

  /** Text of the template was written. */
  wroteText(code: number): void {
    this.cells[this.at++] = code;
  }

  /** A text was printed, or came out of a buffer. Not for empty text. */
  wrote(code: number, origin: Provenance): void {
    this.cells[this.at++] = code;
    this.held[this.heldCount++] = origin;
  }

  /** The body of a `generation` block was written. */
  wroteGenerated(origin: Provenance): void {
    this.cells[this.at++] = GENERATED;
    this.held[this.heldCount++] = origin;
  }

  /** Follows an assignment: `set m = messages[i]` makes message i the current one until the iteration ends. */
  follow(value: Dict): void {
    if (!this.pinned && isMessage(value)) this.about(value.origin?.message ?? -1);
  }

  /** Starts a buffer of its own; answers what `endBuffer` needs to go back to the one around. */
  beginBuffer(): BufferStart {
    const outer = this.buffer;
    this.row(BUFFER, 0);
    this.buffer = { at: this.at, held: this.heldCount };
    return outer;
  }

  /** What was written since `beginBuffer`: a text of `length` UTF-16 units. */
  endBuffer(outer: BufferStart, length: number): Provenance {
    const { log, at, buffer } = this;
    this.cells[buffer.at - 1] = at;
    this.buffer = outer;
    return new WrittenRows(length, log, buffer.at, at, buffer.held);
  }

  /** `length`: of the rendered text; `template`: the site of what has no other. Nothing can be recorded after it. */
  finish(length: number, template: Span): Trace {
    const { cells, log, at, buffer } = this;
    log.cells = cells.slice(0, at);
    if (at < MOST_KEPT) spare = cells;
    return new FinishedTrace(log, new WrittenRows(length, log, buffer.at, at, buffer.held), template);
  }

  /** @throws PythonError BudgetExceeded where the records need more than `bytes` of memory. */
  checkRoom(bytes: number): void {
    if (this.at * 32 > bytes) {
      throw budgetExceeded(`The trace of the template needs more than ${bytes} bytes of memory.`);
    }
  }

  private row(code: number, cell: number): void {
    const { at, cells } = this;
    cells[at] = code;
    cells[at + 1] = cell;
    this.at = at + 2;
  }
}
