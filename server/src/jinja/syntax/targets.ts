import type { Expression, Target, TupleLiteral } from './ast.ts';
import type { ExpressionParser } from './expressions.ts';
import { spanOf } from './nodes.ts';
import type { Builder } from './nodes.ts';
import { describeToken } from './tokens.ts';
import type { Token } from './tokens.ts';

/** What Python calls an expression that stands where a name must stand; operators are named below. */
const PYTHON_KIND: Readonly<Record<string, string>> = {
  ...{ string: 'const', integer: 'const', float: 'const', boolean: 'const', none: 'const' },
  ...{ attribute: 'getattr', subscript: 'getitem', conditional: 'condexpr' },
};

const PYTHON_OPERATOR: Readonly<Record<string, string>> = {
  ...{ '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '//': 'floordiv', '%': 'mod', '**': 'pow' },
};

const PYTHON_SIGN: Readonly<Record<string, string>> = { '-': 'neg', '+': 'pos', not: 'not' };

const RESERVED = ['true', 'false', 'none', 'True', 'False', 'None'];

export interface TargetOptions {
  /** `set` may also assign to `namespace.attribute`. */
  readonly namespaces?: boolean;
  /** `with` may give a value to `loop` inside a loop; `set` and `for` may not. */
  readonly mayBeLoop?: boolean;
}

/** What may stand on the left of `=` or before `in`. */
export class TargetParser {
  constructor(
    private readonly builder: Builder,
    private readonly expressions: ExpressionParser,
  ) {}

  /** A name, or several with commas between. */
  target({ namespaces = false, mayBeLoop = false }: TargetOptions = {}): Target {
    const { tokens } = this.builder;
    const { start } = tokens.current;
    const items: (Expression | Target)[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) tokens.expect(',');
      if (this.endsTarget()) break;
      items.push(this.item(namespaces));
      if (!tokens.is(',')) break;
      isTuple = true;
    }
    const [first] = items;
    if (!first) return tokens.fail(`Expected an expression, got '${describeToken(tokens.current)}'`);
    if (!isTuple) return this.assignable(first, mayBeLoop);
    const span = this.builder.from(start);
    if (!items.every(canAssign)) tokens.fail(`can't assign to 'tuple'`, span);
    return {
      kind: 'tuple-target',
      id: this.builder.id(),
      span,
      items: items.map((item) => this.assignable(item, mayBeLoop)),
    };
  }

  /** A single name: of a macro, a parameter, an import. */
  name(): Token {
    const { tokens } = this.builder;
    const token = tokens.expect('name');
    if (RESERVED.includes(token.value)) tokens.fail(`can't assign to 'name'`, spanOf(token));
    return token;
  }

  private endsTarget(): boolean {
    const { type } = this.builder.tokens.current;
    return type === 'variable_end' || type === 'block_end' || type === ')';
  }

  private item(namespaces: boolean): Expression | Target {
    const { tokens } = this.builder;
    const { type, value, start } = tokens.current;
    const isNamespace =
      namespaces && type === 'name' && !RESERVED.includes(value) && tokens.peek().type === '.';
    if (!isNamespace) return this.expressions.primary();
    tokens.advance();
    tokens.advance();
    const attribute = tokens.expect('name').value;
    const base = { id: this.builder.id(), span: this.builder.from(start) };
    return { kind: 'namespace-target', ...base, name: value, attribute };
  }

  private assignable(item: Expression | Target, mayBeLoop: boolean): Target {
    if (!canAssign(item)) this.builder.tokens.fail(`can't assign to '${pythonKind(item)}'`, item.span);
    if (item.kind === 'name' && item.name === 'loop' && !mayBeLoop) this.builder.loopTargets.push(item.span);
    if (item.kind !== 'tuple') return item;
    return {
      kind: 'tuple-target',
      id: this.builder.id(),
      span: item.span,
      items: item.items.map((inner) => this.assignable(inner, mayBeLoop)),
    };
  }
}

type Assignable = Target | TupleLiteral;

function canAssign(item: Expression | Target): item is Assignable {
  if (item.kind === 'tuple') return item.items.every(canAssign);
  return item.kind === 'name' || item.kind === 'namespace-target' || item.kind === 'tuple-target';
}

function pythonKind(item: Expression | Target): string {
  if (item.kind === 'binary') return PYTHON_OPERATOR[item.operator] ?? '';
  if (item.kind === 'unary') return PYTHON_SIGN[item.operator] ?? '';
  if (item.kind === 'logical') return item.operator;
  if (item.kind === 'test' && item.negated) return 'not';
  if (item.kind === 'attribute' && typeof item.attribute === 'number') return 'getitem';
  return PYTHON_KIND[item.kind] ?? item.kind;
}
