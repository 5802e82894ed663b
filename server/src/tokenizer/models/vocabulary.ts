/**
 * Token texts and ids in a few flat arrays: all texts one after the other, and an open-addressed table over them. A text
 * becomes a string only when asked for.
 */
export class Vocabulary {
  private pool = new Uint16Array(1 << 16);
  /** Of entry i: `pool[offsets[i], offsets[i + 1])`. */
  private offsets = new Int32Array(1 << 12);
  private ids = new Int32Array(1 << 12);
  private entries = 0;
  /** UTF-16 units of the longest text. */
  longest = 0;
  /** Entry + 1 by hash; 0 is free. */
  private table = new Int32Array(1 << 13);
  /** Entry + 1 by id; built when first needed. */
  private byId: Int32Array | null = null;
  private scratch = new Uint16Array(64);

  get size(): number {
    return this.entries;
  }

  add(units: Uint16Array, length: number, id: number): void {
    const known = this.slotOf(units, 0, length);
    if (this.table[known] !== 0) {
      this.ids[this.table[known]! - 1] = id;
      return;
    }
    const entry = this.entries++;
    const from = this.offsets[entry]!;
    this.reserve(from + length);
    for (let at = 0; at < length; at++) this.pool[from + at] = units[at]!;
    this.offsets[entry + 1] = from + length;
    this.ids[entry] = id;
    this.longest = Math.max(this.longest, length);
    this.table[known] = entry + 1;
    if (this.entries * 2 > this.table.length) this.rehash();
    this.byId = null;
  }

  addText(text: string, id: number): void {
    this.add(this.unitsOf(text), text.length, id);
  }

  /** -1 if the text is no token. */
  idOf(text: string): number {
    return this.find(this.unitsOf(text), 0, text.length);
  }

  /** The id of the text that is `units[from, to)`; -1 if it is no token. */
  find(units: Uint16Array, from: number, to: number): number {
    const entry = this.table[this.slotOf(units, from, to)]!;
    return entry === 0 ? -1 : this.ids[entry - 1]!;
  }

  /** Null if no token has the id. */
  textOf(id: number): string | null {
    this.byId ??= this.indexById();
    const entry = this.byId[id] ?? 0;
    if (entry === 0) return null;
    const from = this.offsets[entry - 1]!;
    const to = this.offsets[entry]!;
    return String.fromCharCode(...this.pool.subarray(from, to));
  }

  private indexById(): Int32Array {
    const used = this.ids.subarray(0, this.entries);
    const index = new Int32Array(used.reduce((highest, id) => Math.max(highest, id), -1) + 1);
    used.forEach((id, entry) => (index[id] = entry + 1));
    return index;
  }

  private slotOf(units: Uint16Array, from: number, to: number): number {
    const { table, offsets, pool } = this;
    const mask = table.length - 1;
    let slot = hashOf(units, from, to) & mask;
    while (true) {
      const entry = table[slot]!;
      if (entry === 0) return slot;
      const start = offsets[entry - 1]!;
      if (offsets[entry]! - start === to - from) {
        let at = from;
        while (at < to && units[at] === pool[start + at - from]) at++;
        if (at === to) return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  private rehash(): void {
    this.table = new Int32Array(this.table.length * 4);
    const mask = this.table.length - 1;
    for (let entry = 0; entry < this.entries; entry++) {
      let slot = hashOf(this.pool, this.offsets[entry]!, this.offsets[entry + 1]!) & mask;
      while (this.table[slot] !== 0) slot = (slot + 1) & mask;
      this.table[slot] = entry + 1;
    }
  }

  private reserve(poolLength: number): void {
    if (poolLength > this.pool.length) {
      const larger = new Uint16Array(Math.max(poolLength, this.pool.length * 2));
      larger.set(this.pool);
      this.pool = larger;
    }
    if (this.entries + 1 < this.offsets.length) return;
    this.offsets = doubled(this.offsets);
    this.ids = doubled(this.ids);
  }

  private unitsOf(text: string): Uint16Array {
    if (text.length > this.scratch.length) this.scratch = new Uint16Array(text.length * 2);
    for (let at = 0; at < text.length; at++) this.scratch[at] = text.charCodeAt(at);
    return this.scratch;
  }
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ units[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
