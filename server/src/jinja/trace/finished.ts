/** The public trace of a render, made from its log when someone looks. */
import type { Span } from '../syntax/ast.ts';
import { flatten, type Flat } from './flatten.ts';
import type { Log } from './log.ts';
import type { Provenance } from './provenance.ts';
import { decisionsOf, readsOf, writesOf } from './reading.ts';
import type { Decision, Read, Trace, Write } from './trace.ts';

export class FinishedTrace implements Trace {
  private madeDecisions: Decision[] | null = null;
  private madeReads: Read[] | null = null;
  private madeWrites: Write[] | null = null;
  private madeFlat: Flat | null = null;

  /** `written`: origin of the whole text; `template`: site of what has no other. */
  constructor(
    private readonly log: Log,
    private readonly written: Provenance,
    private readonly template: Span,
  ) {}

  get decisions() {
    return (this.madeDecisions ??= decisionsOf(this.log));
  }

  get reads() {
    return (this.madeReads ??= readsOf(this.log));
  }

  get writes() {
    return (this.madeWrites ??= writesOf(this.log));
  }

  runs() {
    return this.flat().runs;
  }

  generation() {
    return this.flat().generation;
  }

  private flat(): Flat {
    const { written, template } = this;
    const parentOf = (decision: number) => (this.decisions[decision] as Decision).parent;
    return (this.madeFlat ??= flatten(written, { template, parentOf }));
  }
}
