import type { Encoding } from './types.ts';

/** Collects tokens and their ranges in the original text. */
export class TokenSink {
  private ids: Int32Array;
  private starts: Int32Array;
  private ends: Int32Array;
  private size = 0;

  constructor(expected: number) {
    this.ids = new Int32Array(expected);
    this.starts = new Int32Array(expected);
    this.ends = new Int32Array(expected);
  }

  push(id: number, start: number, end: number): void {
    const at = this.size++;
    if (at === this.ids.length) this.grow();
    this.ids[at] = id;
    this.starts[at] = start;
    this.ends[at] = end;
  }

  encoding(): Encoding {
    const { size } = this;
    return {
      ids: this.ids.slice(0, size),
      starts: this.starts.slice(0, size),
      ends: this.ends.slice(0, size),
    };
  }

  private grow(): void {
    const capacity = this.ids.length * 2 + 16;
    for (const name of ['ids', 'starts', 'ends'] as const) {
      const larger = new Int32Array(capacity);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}
