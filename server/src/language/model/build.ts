import { child, childrenOf, textOf } from '../node.ts';
import type { SyntaxNode } from '../node.ts';
import type { Occurrence, OccurrenceRole, Scope, SymbolKind, TemplateSymbol } from './symbols.ts';

/** Where a scope's names are looked up, and from where on a name means what is bound there. */
export interface Binding {
  readonly symbol: MutableSymbol;
  /** Offset from which on the scope's own text sees it. */
  readonly from: number;
}

export interface MutableSymbol extends TemplateSymbol {
  readonly occurrences: Occurrence[];
  readonly sources: SyntaxNode[];
  readonly attributes: Map<string, MutableSymbol>;
}

export interface MutableScope extends Scope {
  readonly parent: MutableScope | null;
  readonly symbols: Map<string, MutableSymbol>;
  /** First binding of each name. */
  readonly bindings: Map<string, Binding>;
}

export interface Reference {
  readonly node: SyntaxNode;
  readonly scope: MutableScope;
  readonly role: OccurrenceRole;
}

/** What one walk over the tree finds: scopes with what they bind, and every other use of a name. */
export interface Collected {
  readonly scopes: readonly MutableScope[];
  readonly references: readonly Reference[];
  /** Identifier nodes that bind. */
  readonly bound: ReadonlyMap<SyntaxNode, MutableSymbol>;
}

export function newSymbol(
  name: string,
  kind: SymbolKind,
  scope: MutableScope | null,
  maker: SyntaxNode | null,
  owner: TemplateSymbol | null = null,
): MutableSymbol {
  return { name, kind, scope, maker, owner, occurrences: [], sources: [], attributes: new Map() };
}

export function collect(root: SyntaxNode, text: string): Collected {
  return new Collector(text).collect(root);
}

class Collector {
  private readonly scopes: MutableScope[] = [];
  private readonly references: Reference[] = [];
  private readonly bound = new Map<SyntaxNode, MutableSymbol>();

  constructor(private readonly text: string) {}

  collect(root: SyntaxNode): Collected {
    const scope = this.open(root, null);
    for (const node of root.children) this.visit(node, scope);
    return { scopes: this.scopes, references: this.references, bound: this.bound };
  }

  private open(node: SyntaxNode, parent: MutableScope | null): MutableScope {
    const scope: MutableScope = { node, parent, symbols: new Map(), bindings: new Map() };
    this.scopes.push(scope);
    return scope;
  }

  private visit(node: SyntaxNode, scope: MutableScope): void {
    const visitor = VISITORS[node.kind];
    if (visitor) this[visitor](node, scope);
    else for (const inner of node.children) this.visit(inner, scope);
  }

  private visitField(node: SyntaxNode | null, field: string, scope: MutableScope): void {
    for (const inner of node ? childrenOf(node, field) : []) this.visit(inner, scope);
  }

  // ------------------------------------------------------------ what binds

  private bind(
    identifier: SyntaxNode,
    kind: SymbolKind,
    scope: MutableScope,
    maker: SyntaxNode,
    from: number,
    source: SyntaxNode | null = null,
    owner: TemplateSymbol | null = null,
  ): MutableSymbol {
    const name = textOf(identifier, this.text);
    let symbol = scope.symbols.get(name);
    const role = symbol ? 'write' : 'declaration';
    if (!symbol) {
      symbol = newSymbol(name, kind, scope, maker, owner);
      scope.symbols.set(name, symbol);
      scope.bindings.set(name, { symbol, from });
    }
    if (source) symbol.sources.push(source);
    symbol.occurrences.push({ start: identifier.start, end: identifier.end, role });
    this.bound.set(identifier, symbol);
    return symbol;
  }

  /** Binds the names of a target; the attribute of a namespace is only written to. */
  private bindTarget(
    target: SyntaxNode | null,
    kind: SymbolKind,
    scope: MutableScope,
    maker: SyntaxNode,
    from: number,
    source: SyntaxNode | null,
  ): void {
    if (!target || target.missing) return;
    if (target.kind === 'identifier') this.bind(target, kind, scope, maker, from, source);
    else if (target.kind === 'namespace_attribute')
      this.references.push({ node: target, scope, role: 'write' });
    else for (const inner of target.children) this.bindTarget(inner, kind, scope, maker, from, null);
  }

  visitFor(node: SyntaxNode, scope: MutableScope): void {
    const tag = child(node, 'tag');
    if (!tag) return;
    const iterable = child(tag, 'iterable');
    this.visitField(tag, 'iterable', scope);
    const inner = this.open(node, scope);
    for (const target of childrenOf(tag, 'target')) {
      this.bindTarget(target, 'loop-variable', inner, tag, tag.start, iterable);
    }
    const loop = newSymbol('loop', 'special', inner, tag);
    inner.symbols.set('loop', loop);
    inner.bindings.set('loop', { symbol: loop, from: tag.start });
    this.visitField(tag, 'filter', inner);
    this.visitErrors(tag, inner);
    this.visitField(node, 'body', inner);
    this.visitField(node, 'branch', scope);
  }

  visitSet(node: SyntaxNode, scope: MutableScope): void {
    const value = child(node, 'value');
    this.visitField(node, 'value', scope);
    this.visitErrors(node, scope);
    const kind = value && isNamespaceCall(value, this.text) ? 'namespace' : 'variable';
    for (const target of childrenOf(node, 'target')) {
      this.bindTarget(target, kind, scope, node, node.end, value);
    }
  }

  visitSetBlock(node: SyntaxNode, scope: MutableScope): void {
    const tag = child(node, 'tag');
    for (const inner of tag?.children ?? []) if (inner.kind === 'filter') this.visit(inner, scope);
    this.visitField(node, 'body', this.open(node, scope));
    for (const target of tag ? childrenOf(tag, 'target') : []) {
      this.bindTarget(target, 'variable', scope, node, node.end, null);
    }
  }

  visitMacro(node: SyntaxNode, scope: MutableScope): void {
    const tag = child(node, 'tag');
    const name = tag && child(tag, 'name');
    const macro =
      name?.kind === 'identifier' && !name.missing ? this.bind(name, 'macro', scope, node, node.start) : null;
    const inner = this.open(node, scope);
    this.bindParameters(tag, inner, macro);
    for (const special of ['caller', 'varargs', 'kwargs']) {
      const symbol = newSymbol(special, 'special', inner, tag);
      inner.symbols.set(special, symbol);
      inner.bindings.set(special, { symbol, from: node.start });
    }
    this.visitField(node, 'body', inner);
  }

  visitCall(node: SyntaxNode, scope: MutableScope): void {
    const tag = child(node, 'tag');
    this.visitField(tag, 'call', scope);
    const inner = this.open(node, scope);
    this.bindParameters(tag, inner, null);
    this.visitField(node, 'body', inner);
  }

  private bindParameters(tag: SyntaxNode | null, scope: MutableScope, macro: MutableSymbol | null): void {
    for (const each of (tag && child(tag, 'parameters')?.children) ?? []) {
      if (each.kind === 'default_parameter') this.visitField(each, 'value', scope);
      const name = each.kind === 'default_parameter' ? child(each, 'name') : each;
      if (!tag || name?.kind !== 'identifier') continue;
      this.bind(name, 'parameter', scope, tag, tag.start, null, macro);
    }
  }

  visitWith(node: SyntaxNode, scope: MutableScope): void {
    const tag = child(node, 'tag');
    const inner = this.open(node, scope);
    for (const binding of tag?.children ?? []) {
      if (binding.kind !== 'binding') continue;
      const value = child(binding, 'value');
      this.visitField(binding, 'value', scope);
      for (const target of childrenOf(binding, 'target')) {
        this.bindTarget(target, 'variable', inner, binding, binding.end, value);
      }
    }
    this.visitField(node, 'body', inner);
  }

  /** A statement whose body is a scope of its own and whose tag belongs to the outer one. */
  visitBody(node: SyntaxNode, scope: MutableScope): void {
    const tag = child(node, 'tag');
    if (tag && node.kind !== 'block_statement') this.visit(tag, scope);
    this.visitField(node, 'body', this.open(node, scope));
  }

  // ------------------------------------------------------------ what reads

  visitIdentifier(node: SyntaxNode, scope: MutableScope): void {
    if (node.missing || node.start === node.end) return;
    if (node.parent?.kind === 'ERROR' && /(\.|\||\bis|\bis\s+not)\s*$/.test(this.before(node))) return;
    this.references.push({ node, scope, role: 'read' });
  }

  /** The end of what stands before a node. */
  private before(node: SyntaxNode): string {
    return this.text.slice(Math.max(0, node.start - 24), node.start);
  }

  visitAttribute(node: SyntaxNode, scope: MutableScope): void {
    this.visitField(node, 'object', scope);
    this.references.push({ node, scope, role: 'read' });
  }

  /** `ns['name']` reads what `ns.name` does. */
  visitSubscript(node: SyntaxNode, scope: MutableScope): void {
    for (const inner of node.children) this.visit(inner, scope);
    if (child(node, 'index')?.kind === 'string') this.references.push({ node, scope, role: 'read' });
  }

  /** Names of filters and tests are no variables; their arguments are read. */
  visitArguments(node: SyntaxNode, scope: MutableScope): void {
    this.visitField(node, 'arguments', scope);
    const argument = child(node, 'argument');
    if (argument && !/^(if|in|not)$/.test(textOf(argument, this.text))) this.visit(argument, scope);
  }

  visitKeywordArgument(node: SyntaxNode, scope: MutableScope): void {
    this.references.push({ node, scope, role: 'read' });
    this.visitField(node, 'value', scope);
  }

  visitNothing(): void {}

  private visitErrors(node: SyntaxNode, scope: MutableScope): void {
    for (const inner of node.children) if (inner.kind === 'ERROR') this.visit(inner, scope);
  }
}

type Visitor = {
  [Key in keyof Collector]: Collector[Key] extends (node: SyntaxNode, scope: MutableScope) => void
    ? Key
    : never;
}[keyof Collector];

const VISITORS: Readonly<Record<string, Visitor>> = {
  for_statement: 'visitFor',
  set_statement: 'visitSet',
  set_block: 'visitSetBlock',
  macro_statement: 'visitMacro',
  call_statement: 'visitCall',
  with_statement: 'visitWith',
  filter_statement: 'visitBody',
  generation_statement: 'visitBody',
  block_statement: 'visitBody',
  identifier: 'visitIdentifier',
  attribute: 'visitAttribute',
  subscript: 'visitSubscript',
  filter: 'visitArguments',
  test: 'visitArguments',
  keyword_argument: 'visitKeywordArgument',
  end_tag: 'visitNothing',
  import_statement: 'visitNothing',
  from_statement: 'visitNothing',
};

export function isNamespaceCall(value: SyntaxNode, text: string): boolean {
  const callee = value.kind === 'call' && child(value, 'function');
  return Boolean(callee) && textOf(callee as SyntaxNode, text) === 'namespace';
}
