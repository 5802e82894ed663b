import type { MergeTable } from './mergeTable.ts';

/** The symbols of one word: ids and the length of each in whatever unit the caller counts; merged in place. */
export interface Word {
  ids: Int32Array;
  lengths: Int32Array;
  size: number;
}

const SCAN_LIMIT = 40;
const NO_RANK = 0x7fffffff;

let ranks = new Int32Array(64);

/** Applies the merges: always the pair of lowest rank, the leftmost first. Words of any length in O(n log n). */
export function mergeWord(word: Word, table: MergeTable): void {
  if (word.size < 2) return;
  if (word.size <= SCAN_LIMIT) mergeByScan(word, table);
  else mergeByHeap(word, table);
}

function mergeByScan(word: Word, table: MergeTable): void {
  const { ids, lengths } = word;
  let size = word.size;
  for (let i = 0; i + 1 < size; i++) ranks[i] = rankOf(table, ids[i]!, ids[i + 1]!);
  while (size > 1) {
    let best = NO_RANK;
    let at = -1;
    for (let i = 0; i + 1 < size; i++) {
      if (ranks[i]! < best) {
        best = ranks[i]!;
        at = i;
      }
    }
    if (at < 0) break;
    ids[at] = table.mergedAt(table.find(ids[at]!, ids[at + 1]!));
    lengths[at] = lengths[at]! + lengths[at + 1]!;
    size--;
    for (let i = at + 1; i < size; i++) {
      ids[i] = ids[i + 1]!;
      lengths[i] = lengths[i + 1]!;
      ranks[i] = ranks[i + 1]!;
    }
    if (at > 0) ranks[at - 1] = rankOf(table, ids[at - 1]!, ids[at]!);
    if (at + 1 < size) ranks[at] = rankOf(table, ids[at]!, ids[at + 1]!);
  }
  word.size = size;
}

function rankOf(table: MergeTable, left: number, right: number): number {
  const slot = table.find(left, right);
  return slot < 0 ? NO_RANK : table.rankAt(slot);
}

/** Symbols form a linked list; the heap holds (rank, position), and an entry whose pair has changed since is skipped. */
function mergeByHeap(word: Word, table: MergeTable): void {
  const { ids, lengths, size } = word;
  if (ranks.length < size) ranks = new Int32Array(size * 2);
  const previous = new Int32Array(size);
  const next = new Int32Array(size);
  const heap = new PairHeap(size);
  for (let i = 0; i < size; i++) {
    previous[i] = i - 1;
    next[i] = i + 1 < size ? i + 1 : -1;
    ranks[i] = i + 1 < size ? rankOf(table, ids[i]!, ids[i + 1]!) : NO_RANK;
    if (ranks[i] !== NO_RANK) heap.append(ranks[i]!, i);
  }
  heap.order();
  while (heap.pop()) {
    const at = heap.position;
    if (ranks[at] !== heap.rank) continue;
    const right = next[at]!;
    ids[at] = table.mergedAt(table.find(ids[at]!, ids[right]!));
    lengths[at] = lengths[at]! + lengths[right]!;
    ranks[right] = NO_RANK;
    const after = next[right]!;
    next[at] = after;
    ranks[at] = NO_RANK;
    if (after >= 0) {
      previous[after] = at;
      ranks[at] = rankOf(table, ids[at]!, ids[after]!);
      if (ranks[at] !== NO_RANK) heap.push(ranks[at]!, at);
    }
    const before = previous[at]!;
    if (before >= 0) {
      ranks[before] = rankOf(table, ids[before]!, ids[at]!);
      if (ranks[before] !== NO_RANK) heap.push(ranks[before]!, before);
    }
  }
  let kept = 0;
  for (let at = 0; at >= 0; at = next[at]!) {
    ids[kept] = ids[at]!;
    lengths[kept++] = lengths[at]!;
  }
  word.size = kept;
}

const RANK_UNIT = 0x100000000;

/** A binary heap of doubles: rank * 2^32 + position, exact for every rank and position there can be. */
class PairHeap {
  rank = 0;
  position = 0;
  private keys: Float64Array;
  private size = 0;

  constructor(capacity: number) {
    this.keys = new Float64Array(capacity);
  }

  /** Without ordering; call `order` once after the last. */
  append(rank: number, position: number): void {
    this.keys[this.size++] = rank * RANK_UNIT + position;
  }

  order(): void {
    for (let at = (this.size >> 1) - 1; at >= 0; at--) this.sink(at, this.keys[at]!);
  }

  push(rank: number, position: number): void {
    if (this.size === this.keys.length) {
      const larger = new Float64Array(this.size * 2);
      larger.set(this.keys);
      this.keys = larger;
    }
    const keys = this.keys;
    const key = rank * RANK_UNIT + position;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      at = parent;
    }
    keys[at] = key;
  }

  /** Takes the least entry into `rank` and `position`; false when empty. */
  pop(): boolean {
    if (this.size === 0) return false;
    const key = this.keys[0]!;
    this.rank = Math.floor(key / RANK_UNIT);
    this.position = key - this.rank * RANK_UNIT;
    this.size--;
    if (this.size > 0) this.sink(0, this.keys[this.size]!);
    return true;
  }

  private sink(from: number, key: number): void {
    const { keys, size } = this;
    let at = from;
    while (true) {
      let child = at * 2 + 1;
      if (child >= size) break;
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      keys[at] = keys[child]!;
      at = child;
    }
    keys[at] = key;
  }
}
