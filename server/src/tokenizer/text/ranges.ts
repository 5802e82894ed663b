/** Ranges `[from, to)` in order, in a buffer that is used again and again. */
export class Ranges {
  size = 0;
  private bounds = new Int32Array(128);

  clear(): void {
    this.size = 0;
  }

  /** An empty range is no piece: it is not kept. */
  push(from: number, to: number): void {
    if (from >= to) return;
    if (this.size * 2 === this.bounds.length) {
      const larger = new Int32Array(this.bounds.length * 2);
      larger.set(this.bounds);
      this.bounds = larger;
    }
    this.bounds[this.size * 2] = from;
    this.bounds[this.size * 2 + 1] = to;
    this.size++;
  }

  from(index: number): number {
    return this.bounds[index * 2]!;
  }

  to(index: number): number {
    return this.bounds[index * 2 + 1]!;
  }
}
