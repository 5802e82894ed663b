/** Expressions that look ahead: what they say of a message may change once another one follows it. */
import type { Expression, For, Node } from '../jinja/syntax/ast.ts';
import type { InputPaths } from './paths.ts';
import { within, type Tree } from './tree.ts';

const loopAhead = new Set(['last', 'revindex', 'revindex0', 'length', 'nextitem']);
const wholeList = new Set(['last', 'length', 'count', 'map', 'join', 'tojson', 'sort']);

export class Sources {
  /** Loops over the messages, or over their indices. */
  readonly loops: readonly For[];

  constructor(
    private readonly tree: Tree,
    private readonly paths: InputPaths,
  ) {
    this.loops = tree.nodes.filter((node): node is For => node.kind === 'for' && this.isOverMessages(node));
  }

  isReversed({ iterable }: For): boolean {
    return [...within(iterable)].some(
      (node) =>
        (node.kind === 'filter' && node.use.name === 'reverse') ||
        (node.kind === 'slice' && node.step !== null && isNegative(node.step)),
    );
  }

  /** The node itself looks ahead, whatever it is made of. */
  isAhead(node: Node): boolean {
    switch (node.kind) {
      case 'attribute': {
        if (node.object.kind !== 'name' || node.object.name !== 'loop') return false;
        const [innermost] = this.tree.loopsAround(node);
        return (
          loopAhead.has(String(node.attribute)) && innermost !== undefined && this.loops.includes(innermost)
        );
      }
      case 'subscript':
        return this.isMessages(node.object) && this.indexLooksAhead(node.index);
      case 'filter':
        return wholeList.has(node.use.name) && this.isMessages(node.operand) && !this.isFixedCount(node);
      default:
        return false;
    }
  }

  private isMessages(node: Expression): boolean {
    return this.paths.of(node).has('messages');
  }

  private isOverMessages({ iterable }: For): boolean {
    if (this.isMessages(iterable)) return true;
    const isRange =
      iterable.kind === 'call' && iterable.callee.kind === 'name' && iterable.callee.name === 'range';
    return (
      isRange && [...within(iterable)].some((node) => node.kind === 'filter' && this.isMessages(node.operand))
    );
  }

  private indexLooksAhead(index: Expression): boolean {
    if (index.kind === 'slice')
      return [index.start, index.stop].some((bound) => bound !== null && isNegative(bound));
    if (isNegative(index)) return true;
    // `loop.index` counts from 1: as an index it is the next message.
    if (index.kind === 'attribute') return isLoop(index.object) && index.attribute === 'index';
    return (
      index.kind === 'binary' && index.operator === '+' && [index.left, index.right].some(isPositiveInteger)
    );
  }

  /** `messages | length > 1` asks about the beginning only; a larger number is a length that a conversation grows to. */
  private isFixedCount(node: Expression): boolean {
    const above = this.tree.parentOf(node);
    if (above?.kind !== 'compare') return false;
    return [above.first, ...above.rest.map(({ operand }) => operand)].some(
      (operand) => operand.kind === 'integer' && operand.value <= 2,
    );
  }
}

const isLoop = (node: Expression) => node.kind === 'name' && node.name === 'loop';
const isNegative = (node: Expression) => node.kind === 'unary' && node.operator === '-';
const isPositiveInteger = (node: Expression) => node.kind === 'integer' && node.value > 0;
