/**
 * Where the literals of a format occur in one text. Each text is searched once, however often and from wherever its
 * places are asked for: a hostile text would otherwise be read over and over.
 */
import { blanksBefore, blanksBehind, patternOf, type Literal, type Match } from './literal.ts';

interface Known {
  readonly starts: number[];
  readonly ends: number[];
  complete: boolean;
}

export class Occurrences {
  private readonly known = new Map<Literal, Known>();

  constructor(private readonly text: string) {}

  /** All places at or behind `from`, in order; a slot before them begins at `from`. */
  *behind(literal: Literal, from: number): Generator<Match> {
    if (literal.core === '') return;
    const known = this.of(literal);
    for (let index = this.firstFrom(literal, known, from); this.has(literal, known, index); index += 1) {
      const core = known.starts[index]!;
      const end = known.ends[index]!;
      yield {
        start: core - blanksBefore(literal.lead, this.text, from, core),
        end: end + blanksBehind(literal.trail, this.text, end),
        core,
      };
    }
  }

  private of(literal: Literal): Known {
    const known = this.known.get(literal) ?? { starts: [], ends: [], complete: false };
    this.known.set(literal, known);
    return known;
  }

  private firstFrom(literal: Literal, known: Known, from: number): number {
    while (!known.complete && (known.starts.at(-1) ?? -1) < from) this.findNext(literal, known);
    let low = 0;
    let high = known.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (known.starts[middle]! < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private has(literal: Literal, known: Known, index: number): boolean {
    while (!known.complete && known.starts.length <= index) this.findNext(literal, known);
    return index < known.starts.length;
  }

  private findNext(literal: Literal, known: Known): void {
    const pattern = patternOf(literal);
    pattern.lastIndex = (known.starts.at(-1) ?? -1) + 1;
    const found = pattern.exec(this.text);
    if (found === null) {
      known.complete = true;
      return;
    }
    known.starts.push(found.index);
    known.ends.push(found.index + found[0].length);
  }
}
