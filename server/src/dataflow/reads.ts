/** Which fields of the conversation a template reads, and how carefully. */
import type { Expression, Node, Span } from '../jinja/syntax/ast.ts';
import { InputPaths, type Paths } from './paths.ts';
import { Tree, within } from './tree.ts';

export interface FieldRead {
  readonly node: Expression;
  /** The field's name where it stands, with its quotes where it has them. */
  readonly nameSpan: Span;
  readonly field: string;
  /** What it may be a field of: `messages[]`, `messages[].tool_calls[]`. */
  readonly of: Paths;
  /**
   * `asked`: whether it is there is asked here (`is defined`, truth, `x or ''`, default, `'x' in message`) · `guarded`: a
   * condition around it asked · `bare`: it must be there.
   */
  readonly care: 'asked' | 'guarded' | 'bare';
}

/** What is known of a template's data without rendering it. */
export class DataFlow {
  readonly tree: Tree;
  readonly paths: InputPaths;
  readonly reads: readonly FieldRead[];

  constructor(tree: Tree) {
    this.tree = tree;
    this.paths = new InputPaths(tree);
    const found = tree.nodes.flatMap((node) => this.readAt(node));
    this.reads = found.map((read) => ({ ...read, care: this.careOf(read, found) }));
  }

  private readAt(node: Node): Omit<FieldRead, 'care'>[] {
    const read = (object: Expression, field: string, nameSpan: Span) => {
      const of = this.paths.of(object);
      return of.size === 0 ? [] : [{ node: node as Expression, nameSpan, field, of }];
    };
    switch (node.kind) {
      case 'attribute':
        return typeof node.attribute === 'string' && !this.isMethod(node)
          ? read(node.object, node.attribute, node.nameSpan)
          : [];
      case 'subscript':
        return node.index.kind === 'string' ? read(node.object, node.index.value, node.index.span) : [];
      case 'call': {
        const [first] = node.args.positional;
        if (node.callee.kind !== 'attribute' || node.callee.attribute !== 'get') return [];
        return first?.kind === 'string' ? read(node.callee.object, first.value, first.span) : [];
      }
      case 'compare': {
        const [step] = node.rest;
        if (step === undefined || node.first.kind !== 'string' || !/in$/.test(step.operator)) return [];
        return read(step.operand, node.first.value, node.first.span);
      }
      default:
        return [];
    }
  }

  /** `message.get`, `content.split`: called, not read. */
  private isMethod(node: Node): boolean {
    const above = this.tree.parentOf(node);
    return above?.kind === 'call' && above.callee.id === node.id;
  }

  private careOf(read: Omit<FieldRead, 'care'>, all: readonly Omit<FieldRead, 'care'>[]): FieldRead['care'] {
    if (this.isAsked(read.node)) return 'asked';
    for (const condition of this.tree.conditionsOver(read.node)) {
      const below = new Set([...within(condition)].map(({ id }) => id));
      if (all.some((other) => below.has(other.node.id) && isSameField(other, read))) return 'guarded';
    }
    return 'bare';
  }

  private isAsked(node: Expression): boolean {
    const above = this.tree.parentOf(node);
    // `get` gives None where the field is not there.
    if (node.kind === 'compare' || node.kind === 'call') return true;
    switch (above?.kind) {
      case 'test':
      case 'branch':
        return true;
      case 'unary':
        return above.operator === 'not';
      case 'logical':
        return above.left.id === node.id || this.isAsked(above);
      case 'conditional':
        return above.condition.id === node.id;
      case 'for':
        return above.filter?.id === node.id;
      case 'filter':
        return ['default', 'd'].includes(above.use.name) && above.operand.id === node.id;
      case 'compare':
        return above.rest.some(({ operand }) => operand.kind === 'none') || above.first.kind === 'none';
      default:
        return false;
    }
  }
}

const isSameField = (one: { field: string; of: Paths }, other: { field: string; of: Paths }) =>
  one.field === other.field && [...one.of].some((path) => other.of.has(path));

const known = new WeakMap<object, DataFlow>();

/** Made once for each template. */
export function dataFlowOf(template: ConstructorParameters<typeof Tree>[0]): DataFlow {
  const made = known.get(template) ?? new DataFlow(new Tree(template));
  known.set(template, made);
  return made;
}
