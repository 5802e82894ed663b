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
    const asked = askedFields(found);
    this.reads = found.map((read) => ({ ...read, care: this.careOf(read, asked) }));
  }

  private readAt(node: Node): Read[] {
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

  private careOf(read: Read, asked: (condition: Expression) => ReadonlySet<string>): FieldRead['care'] {
    if (this.isAsked(read.node)) return 'asked';
    const own = keysOf(read);
    for (const condition of this.tree.conditionsOver(read.node)) {
      const fields = asked(condition);
      if (own.some((key) => fields.has(key))) return 'guarded';
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

type Read = Omit<FieldRead, 'care'>;

/** The fields that a condition reads; looked through once, however many reads stand under it. */
function askedFields(reads: readonly Read[]): (condition: Expression) => ReadonlySet<string> {
  const byNode = new Map(reads.map((read) => [read.node.id, read]));
  const known = new Map<number, ReadonlySet<string>>();
  return (condition) => {
    let fields = known.get(condition.id);
    if (fields === undefined) {
      const below = [...within(condition)].flatMap(({ id }) => byNode.get(id) ?? []);
      fields = new Set(below.flatMap(keysOf));
      known.set(condition.id, fields);
    }
    return fields;
  };
}

/** A field, under each path that it may be read of. */
const keysOf = ({ field, of }: Read) => [...of].map((path) => `${path} ${field}`);

const known = new WeakMap<object, DataFlow>();

/** Made once for each template. */
export function dataFlowOf(template: ConstructorParameters<typeof Tree>[0]): DataFlow {
  const made = known.get(template) ?? new DataFlow(new Tree(template));
  known.set(template, made);
  return made;
}
