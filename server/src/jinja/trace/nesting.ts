/** What belongs to the innermost of the stretches of a log (buffers, choices) that are open at a row. */
export class Nesting<Item> {
  private readonly around: { readonly item: Item; readonly end: number }[] = [];
  /** Position at which the innermost ends; 0: not by position. */
  private last = 0;

  constructor(private item: Item) {}

  /** Of the row at a position: rows are asked for in order. */
  at(position: number): Item {
    while (this.last > 0 && position >= this.last) this.end();
    return this.item;
  }

  begin(item: Item, end = 0): void {
    this.around.push({ item: this.item, end: this.last });
    this.item = item;
    this.last = end;
  }

  end(): void {
    const outer = this.around.pop();
    if (outer === undefined) return;
    this.item = outer.item;
    this.last = outer.end;
  }
}
