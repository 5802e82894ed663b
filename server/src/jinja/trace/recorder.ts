/** What a traced render writes down as it goes. Kept in columns of numbers: objects are made when someone looks. */
import type { Node, Span } from '../syntax/ast.ts';
import type { Dict, Value } from '../values/types.ts';
import { isMessage } from './messages.ts';
import { flatten, type Flat } from './flatten.ts';
import type { Provenance } from './provenance.ts';
import type { Decision, Read, Trace, Write } from './trace.ts';

/** The node of a decision and the span of what decided. */
export interface Site {
  readonly kind: Decision['kind'];
  readonly node: number;
  readonly span: Span;
}

export class Recorder {
  /** Message that the template is deciding for, or -1. */
  message = -1;
  /** The current message is a loop's item: an assignment does not change it. */
  pinned = false;
  /** Decision in force, or -1. */
  decision = -1;

  private readonly sites: Site[] = [];
  private readonly outcomes: (boolean | number)[] = [];
  private readonly messages: number[] = [];
  private readonly parents: number[] = [];
  private readonly writes: Write[] = [];
  private readonly readNodes: Node[] = [];
  private readonly readValues: Value[] = [];
  /** For each decision, where its reads begin; they end where it was made. */
  private readonly readStarts: number[] = [];
  private readonly readEnds: number[] = [];

  /** Records a decision under the one in force; `reads`: `readCount` before its condition. Answers its index. */
  decide(site: Site, outcome: boolean | number, reads = this.readNodes.length): number {
    this.sites.push(site);
    this.outcomes.push(outcome);
    this.messages.push(this.message);
    this.parents.push(this.decision);
    this.readStarts.push(reads);
    this.readEnds.push(this.readNodes.length);
    return this.sites.length - 1;
  }

  /** Records an operand of the decision to come. */
  read(node: Node, value: Value): void {
    this.readNodes.push(node);
    this.readValues.push(value);
  }

  /** Number of reads so far: taken before a condition, handed to `decide` after it. */
  get readCount(): number {
    return this.readNodes.length;
  }

  write(node: Node, span: Span, name: string, value: Value): void {
    const { message, decision } = this;
    this.writes.push({ node: node.id, span, name, value, message, decision });
  }

  /** Follows an assignment: `set m = messages[i]` makes message i the current one until the iteration ends. */
  follow(value: Dict): void {
    if (!this.pinned && isMessage(value)) this.message = value.origin?.message ?? -1;
  }

  /** `written`: the origin of the whole text; `template`: the site of what has no other. */
  finish(written: Provenance, template: Span): Trace {
    return new FinishedTrace(this, written, template);
  }

  decisionsMade(): Decision[] {
    return this.sites.map(({ kind, node, span }, i) => ({
      kind,
      node,
      span,
      outcome: this.outcomes[i] as boolean | number,
      message: this.messages[i] as number,
      parent: this.parents[i] as number,
    }));
  }

  readsMade(): Read[] {
    const owners = this.readOwners();
    const made: Read[] = [];
    owners.forEach((decision, i) => {
      const node = this.readNodes[i] as Node;
      if (decision >= 0)
        made.push({ decision, node: node.id, span: node.span, value: this.readValues[i] as Value });
    });
    return made;
  }

  /** The decision of each read: the first that was made after it, which is the innermost. */
  private readOwners(): number[] {
    const owners = new Array<number>(this.readNodes.length).fill(-1);
    this.readStarts.forEach((start, decision) => {
      for (let i = (this.readEnds[decision] as number) - 1; i >= start; i--) {
        if (owners[i] === -1) owners[i] = decision;
      }
    });
    return owners;
  }

  writesMade(): readonly Write[] {
    return this.writes;
  }

  parentOf(decision: number): number {
    return this.parents[decision] ?? -1;
  }
}

class FinishedTrace implements Trace {
  private madeDecisions: Decision[] | null = null;
  private madeReads: Read[] | null = null;
  private madeFlat: Flat | null = null;

  constructor(
    private readonly recorder: Recorder,
    private readonly written: Provenance,
    private readonly template: Span,
  ) {}

  get decisions() {
    return (this.madeDecisions ??= this.recorder.decisionsMade());
  }

  get reads() {
    return (this.madeReads ??= this.recorder.readsMade());
  }

  get writes() {
    return this.recorder.writesMade();
  }

  runs() {
    return this.flat().runs;
  }

  generation() {
    return this.flat().generation;
  }

  private flat(): Flat {
    const parentOf = (decision: number) => this.recorder.parentOf(decision);
    return (this.madeFlat ??= flatten(this.written, this.template, parentOf));
  }
}
