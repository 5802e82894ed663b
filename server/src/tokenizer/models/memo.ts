/** Remembers results by text, in two generations: when the young one is full, what was not asked for since goes. */
export class Memo<T> {
  private young = new Map<string, T>();
  private old = new Map<string, T>();
  private weight = 0;

  /** `generation`: what the texts of one may weigh together. */
  constructor(
    private readonly generation: number,
    private readonly weightOf: (text: string) => number = () => 1,
  ) {}

  get(text: string): T | undefined {
    const found = this.young.get(text);
    if (found !== undefined) return found;
    const kept = this.old.get(text);
    if (kept !== undefined) this.set(text, kept);
    return kept;
  }

  set(text: string, value: T): void {
    if (this.weight >= this.generation) {
      this.old = this.young;
      this.young = new Map();
      this.weight = 0;
    }
    this.young.set(text, value);
    this.weight += this.weightOf(text);
  }
}
