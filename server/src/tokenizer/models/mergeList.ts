import type { Vocabulary } from './vocabulary.ts';
import { MergeTable } from './mergeTable.ts';

const STRIDE = 3;

/** Thrown for a merge that can't be: `rank` is its place in the list, `problem` completes "merges[rank] ...". */
export class BadMerge extends Error {
  constructor(
    readonly rank: number,
    readonly problem: string,
  ) {
    super(`merges[${rank}] ${problem}`);
  }
}

/** The merges of a model as ids, in the order of their ranks. */
export class MergeList {
  /** `left, right, merged` per merge. */
  private ids = new Int32Array(1 << 14);
  private size = 0;

  /** `prefixLength`: units at the start of a right side that go when it is merged. */
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly prefixLength: number,
  ) {}

  /** Left is `units[0, split)`, right `units[split, length)`; the units are overwritten. Throws BadMerge. */
  add(units: Uint16Array, split: number, length: number): void {
    const at = this.size * STRIDE;
    if (at + STRIDE > this.ids.length) {
      const larger = new Int32Array(this.ids.length * 2);
      larger.set(this.ids);
      this.ids = larger;
    }
    this.ids[at] = this.idOf(units, 0, split);
    this.ids[at + 1] = this.idOf(units, split, length);
    if (this.prefixLength > 0) units.copyWithin(split, split + this.prefixLength, length);
    this.ids[at + 2] = this.idOf(units, 0, length - this.prefixLength);
    this.size++;
  }

  get rank(): number {
    return this.size;
  }

  table(): MergeTable {
    const table = new MergeTable(this.size);
    for (let rank = 0; rank < this.size; rank++) {
      const at = rank * STRIDE;
      table.set(this.ids[at]!, this.ids[at + 1]!, rank, this.ids[at + 2]!);
    }
    return table;
  }

  private idOf(units: Uint16Array, from: number, to: number): number {
    const id = this.vocabulary.find(units, from, to);
    if (id >= 0) return id;
    const token = JSON.stringify(String.fromCharCode(...units.subarray(from, to)));
    throw new BadMerge(this.size, `needs ${token}, which is not in the vocabulary`);
  }
}
