import { ancestors, child, nodeAt, textOf } from '../node.ts';
import type { SyntaxNode } from '../node.ts';
import { collect, newSymbol } from './build.ts';
import { unquoted } from './shape.ts';
import type { MutableScope, MutableSymbol, Reference } from './build.ts';
import type { OccurrenceRole, Scope, TemplateModel, TemplateSymbol } from './symbols.ts';

export type {
  Occurrence,
  OccurrenceRole,
  Scope,
  SymbolKind,
  TemplateModel,
  TemplateSymbol,
} from './symbols.ts';

/** Works out what every name of a template means. Takes one walk over the tree and one over the names. */
export function modelOf(root: SyntaxNode, text: string): TemplateModel {
  return new Model(root, text);
}

class Model implements TemplateModel {
  readonly symbols: readonly TemplateSymbol[];
  private readonly scopes: readonly MutableScope[];
  private readonly meanings: Map<SyntaxNode, TemplateSymbol>;
  private readonly passedIn = new Map<string, MutableSymbol>();

  constructor(
    readonly root: SyntaxNode,
    readonly text: string,
  ) {
    const { scopes, references, bound } = collect(root, text);
    this.scopes = scopes;
    this.meanings = new Map(bound);
    // Names first: attributes and arguments mean something only through the variable or macro they belong to.
    for (const each of references) if (each.node.kind === 'identifier') this.readName(each);
    for (const each of references) this.readMember(each);
    const own = scopes.flatMap(({ symbols }) => [...symbols.values()]);
    const all = [
      ...own,
      ...own.flatMap(({ attributes }) => [...attributes.values()]),
      ...this.passedIn.values(),
    ];
    for (const { occurrences } of all) occurrences.sort((a, b) => a.start - b.start);
    this.symbols = all.filter(({ occurrences }) => occurrences.length > 0);
  }

  private readName({ node, scope, role }: Reference): void {
    const name = textOf(node, this.text);
    const symbol = lookUp(name, node.start, scope) ?? this.contextSymbol(name);
    this.note(node, symbol, role);
  }

  private readMember({ node, scope, role }: Reference): void {
    if (node.kind === 'keyword_argument') return this.readKeywordArgument(node);
    if (node.kind === 'identifier') return;
    const object = child(node, 'object');
    const attribute = child(node, 'attribute') ?? child(node, 'index');
    if (object?.kind !== 'identifier' || !attribute || attribute.missing) return;
    if (node.kind === 'namespace_attribute') this.readName({ node: object, scope, role: 'read' });
    const owner = this.meanings.get(object) as MutableSymbol | undefined;
    if (owner?.kind === 'namespace') this.noteAttribute(owner, attribute, role);
  }

  /** `namespace(name=...)` makes an attribute, `macro(name=...)` gives a parameter its value. */
  private readKeywordArgument(node: SyntaxNode): void {
    const call = node.parent?.parent;
    const callee = call?.kind === 'call' ? child(call, 'function') : null;
    const name = child(node, 'name');
    if (!call || callee?.kind !== 'identifier' || !name) return;
    const called = this.meanings.get(callee);
    if (called?.kind === 'macro') {
      const parameter = this.parameters(called).find((each) => each.name === textOf(name, this.text));
      if (parameter) this.note(name, parameter, 'read');
    } else if (textOf(callee, this.text) === 'namespace' && call.parent?.kind === 'set_statement') {
      const target = child(call.parent, 'target');
      const owner = target && (this.meanings.get(target) as MutableSymbol | undefined);
      if (owner?.kind === 'namespace') this.noteAttribute(owner, name, 'write');
    }
  }

  private parameters(macro: TemplateSymbol): readonly MutableSymbol[] {
    const scope = this.scopes.find(({ node }) => node === macro.maker);
    return [...(scope?.symbols.values() ?? [])].filter(({ kind }) => kind === 'parameter');
  }

  private noteAttribute(owner: MutableSymbol, node: SyntaxNode, role: OccurrenceRole): void {
    const name = unquoted(textOf(node, this.text));
    let symbol = owner.attributes.get(name);
    if (!symbol) {
      symbol = newSymbol(name, 'attribute', owner.scope as MutableScope | null, owner.maker, owner);
      owner.attributes.set(name, symbol);
    }
    const declares = role === 'write' && !symbol.occurrences.some((each) => each.role === 'declaration');
    this.note(node, symbol, declares ? 'declaration' : role);
  }

  private note(node: SyntaxNode, symbol: MutableSymbol, role: OccurrenceRole): void {
    this.meanings.set(node, symbol);
    const quote = node.kind === 'string' ? 1 : 0;
    symbol.occurrences.push({ start: node.start + quote, end: node.end - quote, role });
  }

  private contextSymbol(name: string): MutableSymbol {
    let symbol = this.passedIn.get(name);
    if (!symbol) {
      symbol = newSymbol(name, 'context', null, null);
      this.passedIn.set(name, symbol);
    }
    return symbol;
  }

  symbolAt(offset: number): TemplateSymbol | null {
    return this.symbolOf(nodeAt(this.root, offset));
  }

  symbolOf(identifier: SyntaxNode): TemplateSymbol | null {
    return this.meanings.get(identifier) ?? null;
  }

  scopeAt(offset: number): Scope {
    for (const node of ancestors(nodeAt(this.root, offset))) {
      const scope = this.scopes.find((each) => each.node === node);
      if (scope && (!scope.parent || isInside(scope, offset))) return scope;
    }
    return this.scopes[0]!;
  }

  visibleAt(offset: number): readonly TemplateSymbol[] {
    const visible = new Map<string, TemplateSymbol>();
    for (let scope: Scope | null = this.scopeAt(offset); scope; scope = scope.parent) {
      for (const { symbol, from } of (scope as MutableScope).bindings.values()) {
        if (from <= offset && !visible.has(symbol.name)) visible.set(symbol.name, symbol);
      }
    }
    return [...visible.values()];
  }
}

/** The body of the scope's statement, with its tag; not an `else` branch nor what follows. */
function isInside({ node }: Scope, offset: number): boolean {
  const body = child(node, 'body');
  const tag = child(node, 'tag');
  const start = tag?.start ?? node.start;
  const end = body?.end ?? tag?.end ?? node.end;
  return start <= offset && offset <= end;
}

/**
 * The nearest binding that is made before the name is read. The body of a macro is run later, so it also sees what
 * the text around it binds further down.
 */
function lookUp(name: string, offset: number, from: MutableScope): MutableSymbol | null {
  let later = false;
  for (let scope: MutableScope | null = from; scope; scope = scope.parent) {
    const binding = scope.bindings.get(name);
    if (binding && (later || binding.from <= offset)) return binding.symbol;
    later ||= scope.node.kind === 'macro_statement';
  }
  return null;
}
