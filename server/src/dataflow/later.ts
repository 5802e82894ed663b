/**
 * Which expressions depend on messages that come later than the one they are asked about, with the way from the
 * expression back to what looks ahead: through `set`, through a namespace, through a scan that ran before.
 */
import type { Expression, For, Node, Span } from '../jinja/syntax/ast.ts';
import { bindingsOf, scopeOf } from './bindings.ts';
import type { DataFlow } from './reads.ts';
import { Sources } from './sources.ts';
import { within } from './tree.ts';

export interface LookAhead {
  /** What looks ahead: `loop.last`, `messages[-1]`, or the loop that scanned all messages before. */
  readonly source: Span;
  readonly kind: 'expression' | 'scan';
  /** Assignments that carried it, the nearest to the source first. */
  readonly carried: readonly Span[];
}

interface ScanWrite {
  readonly name: string;
  readonly loop: For;
  readonly span: Span;
}

/** A name that looks ahead, where it holds. */
interface Carried {
  readonly name: string;
  readonly scope: Span | null;
  readonly ahead: LookAhead;
}

export class LaterMessages {
  readonly sources: Sources;
  private readonly values: Carried[] = [];
  /** Flags that are only set where a look-ahead allowed it: they say what it saw. */
  private readonly flags: Carried[] = [];
  private readonly scans: readonly ScanWrite[];

  constructor(private readonly flow: DataFlow) {
    this.sources = new Sources(flow.tree, flow.paths);
    this.scans = this.scanWrites();
    const bindings = bindingsOf(flow.tree).filter(({ as }) => as === 'value');
    for (let grew = true; grew;) {
      const size = this.values.length + this.flags.length;
      for (const { name, value, scope } of bindings)
        carry(this.values, name, scope, this.of(value), value.span);
      this.carryFlags();
      grew = this.values.length + this.flags.length > size;
    }
  }

  /** How an expression's value looks ahead; null where it does not. */
  of(expression: Expression): LookAhead | null {
    return this.find(expression, this.values);
  }

  /** The same for a condition: flags that were set under a look-ahead count too. */
  ofCondition(expression: Expression): LookAhead | null {
    return this.of(expression) ?? this.find(expression, this.flags);
  }

  private find(expression: Expression, known: readonly Carried[]): LookAhead | null {
    for (const node of within(expression)) {
      if (this.sources.isAhead(node)) return { source: node.span, kind: 'expression', carried: [] };
      const name = nameOf(node);
      if (name === null) continue;
      const found = known.find((carried) => carried.name === name && holdsAt(carried.scope, node.span));
      const ahead = found?.ahead ?? this.scanned(name, node);
      if (ahead !== null) return ahead;
    }
    return null;
  }

  private carryFlags(): void {
    for (const node of this.flow.tree.nodes) {
      if (node.kind !== 'set' || !['boolean', 'integer', 'none'].includes(node.value.kind)) continue;
      const { target } = node;
      if (target.kind === 'tuple-target') continue;
      const name = target.kind === 'name' ? target.name : `${target.name}.${target.attribute}`;
      const scope = target.kind === 'name' ? scopeOf(this.flow.tree, node) : null;
      for (const condition of this.flow.tree.conditionsOver(node))
        carry(this.flags, name, scope, this.ofCondition(condition), target.span);
    }
  }

  /** Attributes of namespaces that a loop over the messages writes: they outlive it. */
  private scanWrites(): ScanWrite[] {
    return this.flow.tree.nodes.flatMap((node): ScanWrite[] => {
      if (node.kind !== 'namespace-target') return [];
      const loop = [...this.flow.tree.loopsAround(node)].find((around) =>
        this.sources.loops.includes(around),
      );
      return loop === undefined ? [] : [{ name: `${node.name}.${node.attribute}`, loop, span: node.span }];
    });
  }

  /** Read after a scan of all messages and before the last of them is written; or inside a scan from the end. */
  private scanned(name: string, node: Node): LookAhead | null {
    const { start } = node.span;
    const lastEnd = Math.max(...this.sources.loops.map(({ span }) => span.end));
    const write = this.scans.find(
      (scan) =>
        scan.name === name &&
        ((start >= scan.loop.span.end && start < lastEnd) ||
          (this.sources.isReversed(scan.loop) && start > scan.loop.span.start && start < scan.loop.span.end)),
    );
    return write === undefined ? null : { source: write.loop.tag, kind: 'scan', carried: [write.span] };
  }
}

function carry(into: Carried[], name: string, scope: Span | null, found: LookAhead | null, by: Span): void {
  const isKnown = into.some((known) => known.name === name && known.scope?.start === scope?.start);
  if (found !== null && !isKnown)
    into.push({ name, scope, ahead: { ...found, carried: [...found.carried, by] } });
}

const holdsAt = (scope: Span | null, { start, end }: Span) =>
  scope === null || (start >= scope.start && end <= scope.end);

function nameOf(node: Node): string | null {
  if (node.kind === 'name') return node.name;
  return node.kind === 'attribute' && node.object.kind === 'name'
    ? `${node.object.name}.${node.attribute}`
    : null;
}
