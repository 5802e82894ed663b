/** The names that a program may look up in its context, as bits: a render notes which of them it looked at. */

/** Names beyond what a number has bits for share the last one. */
const mostBits = 30;
const others = 1 << mostBits;

export class AskedNames {
  private readonly bits = new Map<string, number>();

  /** The bit of a name, the same whenever it is asked for. */
  bitOf(name: string): number {
    let bit = this.bits.get(name);
    if (bit === undefined) {
      bit = this.bits.size < mostBits ? 1 << this.bits.size : others;
      this.bits.set(name, bit);
    }
    return bit;
  }

  /** The names whose bits are set; null where a bit stands for several. */
  in(asked: number): string[] | null {
    if ((asked & others) !== 0) return null;
    return [...this.bits].flatMap(([name, bit]) => ((asked & bit) === 0 ? [] : [name]));
  }
}
