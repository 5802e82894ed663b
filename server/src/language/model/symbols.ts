/** What the names of a template mean: which are the same variable, where it is made and where it is read. */
import type { SyntaxNode } from '../node.ts';

export type SymbolKind =
  | 'variable'
  | 'loop-variable'
  | 'parameter'
  | 'macro'
  | 'namespace'
  | 'attribute' // of a namespace
  | 'special' // loop, caller, varargs, kwargs
  | 'context'; // nothing in the template makes it: it is passed in, or a function of the environment

export type OccurrenceRole = 'declaration' | 'write' | 'read';

export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly role: OccurrenceRole;
}

export interface TemplateSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Where it lives; null for what is passed in. */
  readonly scope: Scope | null;
  /** In the order of the text. */
  readonly occurrences: readonly Occurrence[];
  /** The statement or tag that makes it first; null for what is passed in. */
  readonly maker: SyntaxNode | null;
  /** What it is made from, once for each time it is made: the value of a `set`, the iterable of a loop. */
  readonly sources: readonly SyntaxNode[];
  /** Attributes, if it is a namespace. */
  readonly attributes: ReadonlyMap<string, TemplateSymbol>;
  /** The namespace of an attribute, the macro of a parameter. */
  readonly owner: TemplateSymbol | null;
}

/** A part of the template in which names have their own meaning. */
export interface Scope {
  /** The whole template, or the statement whose body it is. */
  readonly node: SyntaxNode;
  readonly parent: Scope | null;
  readonly symbols: ReadonlyMap<string, TemplateSymbol>;
}

export interface TemplateModel {
  readonly root: SyntaxNode;
  readonly text: string;
  /** Symbols of every scope, then those that are passed in. */
  readonly symbols: readonly TemplateSymbol[];
  /** The symbol whose name stands at an offset; a cursor behind the name counts. */
  symbolAt(offset: number): TemplateSymbol | null;
  /** The symbol that an `identifier` node of the tree means. */
  symbolOf(identifier: SyntaxNode): TemplateSymbol | null;
  scopeAt(offset: number): Scope;
  /** What can be read at an offset, inner scopes hiding outer ones; without what is passed in. */
  visibleAt(offset: number): readonly TemplateSymbol[];
}
