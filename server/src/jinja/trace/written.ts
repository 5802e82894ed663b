/** What statements wrote one after another, as the rows of a log that say so. */
import { BUFFER, CELLS, GENERATED, HOLDS, kindOf, markOf, SHOWN, TEXT } from './log.ts';
import type { Held, Log, Mark } from './log.ts';
import type { Leaf, Provenance, Written } from './provenance.ts';
import { textOf, type Text } from './reading.ts';

/** The log of one render, read once. */
export class RenderLog implements Log {
  marks: readonly Mark[] = [];
  private made: Text | null = null;

  constructor(
    /** The recorder's own while the render goes on, then a copy. */
    public cells: readonly number[],
    readonly held: readonly Held[],
  ) {}

  /** Once the render is over. */
  get text(): Text {
    return (this.made ??= textOf(this));
  }
}

export class WrittenRows implements Written {
  readonly kind = 'written';

  /** Rows `at .. to`; `held`: number of values held before them. */
  constructor(
    readonly length: number,
    private readonly log: RenderLog,
    private readonly at: number,
    private readonly to: number,
    private readonly held: number,
  ) {}

  get parts(): readonly Provenance[] {
    return this.log.text.buffers.get(this.at) ?? [];
  }

  firstOrigins(most: number): Provenance[] {
    const { cells, held: values, marks } = this.log;
    const origins: Provenance[] = [];
    let held = this.held;
    /** Behind the rows of a buffer within. */
    let own = this.at;
    for (let at = this.at; at < this.to && origins.length < most;) {
      const code = cells[at] as number;
      const kind = kindOf(code);
      if (at >= own) {
        if (kind === TEXT) origins.push(marks[markOf(code)] as Leaf);
        else if (kind === SHOWN || kind === GENERATED) origins.push(values[held] as Provenance);
        else if (kind === BUFFER) own = cells[at + 1] as number;
      }
      if (HOLDS[kind] === true) held++;
      at += CELLS[kind] as number;
    }
    return origins;
  }
}
