/** Lines and columns of a text, from offsets. Lines end at LF, CR LF or CR. All counts are UTF-16 units. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) this.starts.push(index + end.length);
  }

  /** Line of an offset, from 1. */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Line and column of an offset, both from 1. */
  positionOf(offset: number): { line: number; column: number } {
    const line = this.lineOf(offset);
    return { line, column: offset - this.starts[line - 1]! + 1 };
  }
}
