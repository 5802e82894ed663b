const STRIDE = 4;

/**
 * Every mergeable pair of ids in one open-addressed table of integers: `[left, right, rank, merged]` per slot. No string
 * is built or hashed to look a pair up.
 */
export class MergeTable {
  private readonly slots: Int32Array;
  private readonly mask: number;

  constructor(capacity: number) {
    let size = 16;
    while (size < capacity * 2) size *= 2;
    this.slots = new Int32Array(size * STRIDE).fill(-1);
    this.mask = size - 1;
  }

  /** A pair set twice keeps the later rank. */
  set(left: number, right: number, rank: number, merged: number): void {
    const slots = this.slots;
    let slot = (hash(left, right) & this.mask) * STRIDE;
    while (slots[slot] !== -1 && (slots[slot] !== left || slots[slot + 1] !== right)) {
      slot = (slot + STRIDE) & (slots.length - 1);
    }
    slots[slot] = left;
    slots[slot + 1] = right;
    slots[slot + 2] = rank;
    slots[slot + 3] = merged;
  }

  /** Slot of a pair for `rankAt` and `mergedAt`; -1 if the pair does not merge. */
  find(left: number, right: number): number {
    const slots = this.slots;
    let slot = (hash(left, right) & this.mask) * STRIDE;
    while (true) {
      const found = slots[slot]!;
      if (found === left && slots[slot + 1] === right) return slot;
      if (found === -1) return -1;
      slot = (slot + STRIDE) & (slots.length - 1);
    }
  }

  rankAt(slot: number): number {
    return this.slots[slot + 2]!;
  }

  mergedAt(slot: number): number {
    return this.slots[slot + 3]!;
  }
}

function hash(left: number, right: number): number {
  const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
