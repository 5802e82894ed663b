/** The public trace of a render, made from its log when someone looks. */
import type { Span } from '../syntax/ast.ts';
import { flatten, type Flat } from './flatten.ts';
import type { Provenance } from './provenance.ts';
import { eventsOf, readsOf, type Events } from './reading.ts';
import type { Read, Trace } from './trace.ts';
import type { RenderLog } from './written.ts';

export class FinishedTrace implements Trace {
  private madeEvents: Events | null = null;
  private madeReads: Read[] | null = null;
  private madeFlat: Flat | null = null;

  /** `written`: origin of the whole text; `template`: site of what has no other. */
  constructor(
    private readonly log: RenderLog,
    private readonly written: Provenance,
    private readonly template: Span,
  ) {}

  get decisions() {
    return this.events().decisions;
  }

  get reads() {
    return (this.madeReads ??= readsOf(this.log));
  }

  get writes() {
    return this.events().writes;
  }

  runs() {
    return this.flat().runs;
  }

  generation() {
    return this.flat().generation;
  }

  private events(): Events {
    return (this.madeEvents ??= eventsOf(this.log));
  }

  private flat(): Flat {
    const { written, template, log } = this;
    const parentOf = (decision: number) => log.text.parents[decision] as number;
    return (this.madeFlat ??= flatten(written, { template, parentOf }));
  }
}
