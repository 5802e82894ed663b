/**
 * Scopes as Jinja2's compiler sees them. Which variable a name means is settled per scope before anything runs:
 * a name that a scope assigns has a slot of its own there, which starts as the outer variable of that name, as
 * the context's value, or unset; a name that it only reads is the outer scope's or is looked up in the context
 * once, when the scope is entered.
 */
import { Layout, type Frame, type Slot } from './frame.ts';
import { MISSING } from './signature.ts';

/** What a slot holds when its scope is entered. */
type Start =
  | { readonly from: 'argument' }
  | { readonly from: 'context'; readonly name: string }
  | { readonly from: 'outer'; readonly slot: Slot }
  | { readonly from: 'nothing' };

interface Variable {
  readonly slot: Slot;
  readonly start: Start;
}

/** What an alternative has changed so far: variables as they were before, and names that it assigns first. */
interface Changes {
  readonly variables: Map<string, Variable | undefined>;
  readonly assigned: string[];
}

export class Scope {
  private readonly level: number;
  private readonly variables = new Map<string, Variable>();
  private readonly assigned = new Set<string>();
  /** null outside of alternatives. */
  private changes: Changes | null = null;

  constructor(
    readonly parent: Scope | null,
    readonly layout: Layout,
  ) {
    this.level = parent === null ? 0 : parent.level + 1;
  }

  /** A scope inside this one, in the same function. */
  inner(): Scope {
    return new Scope(this, this.layout);
  }

  /** The scope of a function defined in this one. */
  innerFunction(): Scope {
    return new Scope(this, new Layout(this.layout));
  }

  /** The slot that a name means here; null where the name was never met by the analysis. */
  find(name: string): Slot | null {
    return this.variables.get(name)?.slot ?? this.parent?.find(name) ?? null;
  }

  /** Whether a name is the context's alone: no scope from here outwards assigns it. */
  isInput(name: string): boolean {
    const own = this.variables.get(name);
    if (own !== undefined) return own.start.from === 'context' && !this.assigned.has(name);
    return this.parent?.isInput(name) ?? true;
  }

  /** Whether what the name means here may be what the context has under it. */
  isFromContext(name: string): boolean {
    const start = this.variables.get(name)?.start ?? { from: 'outer' };
    return start.from === 'context' || (start.from === 'outer' && this.parent?.isFromContext(name) === true);
  }

  read(name: string): void {
    if (this.find(name) === null) this.define(name, { from: 'context', name });
  }

  assign(name: string): void {
    this.markAssigned(name);
    if (this.variables.has(name)) return;
    const outer = this.parent?.find(name) ?? null;
    this.define(name, outer === null ? { from: 'nothing' } : { from: 'outer', slot: outer });
  }

  argument(name: string): Slot {
    this.markAssigned(name);
    return this.define(name, { from: 'argument' });
  }

  /**
   * Analyses alternatives (`if`, `elif`s, `else`; null: an empty one), each from the state before. A name that not
   * all of them assign starts as what it is outside.
   */
  branches(alternatives: readonly ((() => void) | null)[]): void {
    const counts = new Map<string, number>();
    const merged = new Map<string, Variable>();
    const last = alternatives.findLast((analyse) => analyse !== null);
    for (const analyse of alternatives) {
      if (analyse === null) continue;
      const { defined, assigned } = this.tried(analyse);
      for (const [name, { variable, isNew }] of defined)
        if (isNew || analyse === last) merged.set(name, variable);
      for (const name of assigned) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const [name, variable] of merged) this.set(name, variable);
    for (const [name, count] of counts) {
      this.markAssigned(name);
      if (count < alternatives.length) this.startOutside(name);
    }
  }

  /** What an analysis defines and assigns anew; the scope is left as it was. */
  private tried(analyse: () => void) {
    const around = this.changes;
    const changes: Changes = { variables: new Map(), assigned: [] };
    this.changes = changes;
    analyse();
    this.changes = around;
    const defined = [...changes.variables].map(([name, before]) => {
      const variable = this.variables.get(name)!;
      if (before === undefined) this.variables.delete(name);
      else this.variables.set(name, before);
      return [name, { variable, isNew: before === undefined }] as const;
    });
    for (const name of changes.assigned) this.assigned.delete(name);
    return { defined, assigned: changes.assigned };
  }

  /** Sets the slots as they are when the scope is entered. */
  entrance(): (frame: Frame) => void {
    const fromContext: { index: number; name: string }[] = [];
    const fromOuter: { index: number; read: (frame: Frame) => Frame['slots'][number] }[] = [];
    const unset: number[] = [];
    for (const { slot, start } of this.variables.values()) {
      if (start.from === 'context') fromContext.push({ index: slot.index, name: start.name });
      else if (start.from === 'outer') fromOuter.push({ index: slot.index, read: this.reader(start.slot) });
      else if (start.from === 'nothing') unset.push(slot.index);
    }
    if (fromContext.length + fromOuter.length + unset.length === 0) return () => {};
    return (frame) => {
      const { slots } = frame;
      for (const { index, name } of fromContext) slots[index] = frame.context.resolve(name);
      for (const { index, read } of fromOuter) slots[index] = read(frame);
      for (const index of unset) slots[index] = undefined;
    };
  }

  /** Unsets the scope's variables: macros defined in it may live on. */
  exit(): (frame: Frame) => void {
    const left = [...this.variables.values()].map(({ slot, start }) => ({
      index: slot.index,
      value: start.from === 'argument' ? MISSING : undefined,
    }));
    if (left.length === 0) return () => {};
    return ({ slots }) => {
      for (const { index, value } of left) slots[index] = value;
    };
  }

  /** Reads a slot of this function or of one around it. */
  reader(slot: Slot): (frame: Frame) => Frame['slots'][number] {
    const { index } = slot;
    let hops = 0;
    for (let layout: Layout | null = this.layout; layout !== slot.layout; layout = layout?.parent ?? null)
      hops++;
    if (hops === 0) return (frame) => frame.slots[index];
    if (hops === 1) return (frame) => frame.parent?.slots[index];
    return (frame) => {
      let at: Frame | null = frame;
      for (let i = 0; i < hops; i++) at = at?.parent ?? null;
      return at?.slots[index];
    };
  }

  /** Every variable that is assigned here or around, nearest first: what a scoped block sees. */
  visible(): { readonly name: string; readonly read: (frame: Frame) => Frame['slots'][number] }[] {
    const names = new Set(this.lineage().flatMap((scope) => [...scope.assigned]));
    return [...names].flatMap((name) => {
      const slot = this.find(name);
      return slot === null ? [] : [{ name, read: this.reader(slot) }];
    });
  }

  /** This scope and those around it. */
  private lineage(): Scope[] {
    return [this, ...(this.parent?.lineage() ?? [])];
  }

  private startOutside(name: string): void {
    const variable = this.variables.get(name);
    if (variable === undefined) return;
    const outer = this.parent?.find(name) ?? null;
    const start: Start = outer === null ? { from: 'context', name } : { from: 'outer', slot: outer };
    this.set(name, { slot: variable.slot, start });
  }

  private define(name: string, start: Start): Slot {
    // To Python, names that look alike are one variable.
    const slot = this.layout.slot(this.level, name.normalize('NFKC'));
    this.set(name, { slot, start });
    return slot;
  }

  private set(name: string, variable: Variable): void {
    const { variables } = this.changes ?? {};
    if (variables?.has(name) === false) variables.set(name, this.variables.get(name));
    this.variables.set(name, variable);
  }

  private markAssigned(name: string): void {
    if (this.assigned.has(name)) return;
    this.assigned.add(name);
    this.changes?.assigned.push(name);
  }
}
