/** What the compilation of one template shares. */
import type { Expression, Span, Template } from '../syntax/ast.ts';
import { codeOf, type Mark, type Places, type RowKind } from '../trace/log.ts';
import { PythonError } from '../values/errors.ts';
import type { Value } from '../values/types.ts';
import type { RunBlock } from './blocks.ts';
import { Folder } from './fold.ts';
import type { Registries } from './registries.ts';
import type { Scope } from './scope.ts';

/** A template that Jinja2's compiler refuses. */
export class CompileFailure extends PythonError {
  constructor(
    type: string,
    message: string,
    readonly span: Span,
  ) {
    super(type, message);
  }
}

export class Unit {
  private readonly words = new Map<string, boolean>();
  readonly blocks = new Map<string, RunBlock>();
  /** Places of the template: rows of a trace point to them by their index here. */
  readonly marks: Mark[] = [];
  private readonly folder: Folder;

  constructor(
    readonly template: Template,
    readonly registries: Registries,
    /** Compile the code that records where text comes from and what was decided. */
    readonly traced: boolean,
    /** Top-level assignments have to reach the context. */
    readonly hasBlocks: boolean,
  ) {
    this.folder = new Folder(registries, template.nodeCount);
  }

  /** The constant that Jinja2's compiler puts in the place of an expression; `undefined`: none. */
  replacement(node: Expression, { autoescape }: Place): Value | undefined {
    if (autoescape === null) return undefined;
    try {
      return this.folder.replacement(node, autoescape);
    } catch (failure) {
      if (failure instanceof PythonError) throw new CompileFailure(failure.type, failure.message, node.span);
      throw failure;
    }
  }

  /** What an expression that is printed is known to be before anything runs; `undefined`: nothing. */
  constant(node: Expression, { autoescape }: Place): Value | undefined {
    return this.folder.constant(node, autoescape);
  }

  /** The code under which the traced code records a row about a place. */
  code<Kind extends RowKind>(kind: Kind, place: Places[Kind]): number {
    return codeOf(kind, this.marks.push(place) - 1);
  }

  /** Whether the source has the word at all: a quick no for names that few templates use. */
  mentions(word: string): boolean {
    let known = this.words.get(word);
    if (known === undefined) {
      known = this.template.source.includes(word);
      this.words.set(word, known);
    }
    return known;
  }

  /** Line (from 1) of a node, as Jinja2's messages count them. */
  lineOf(span: Span): number {
    return this.template.source.slice(0, span.start).split(/\r\n|\r|\n/).length;
  }
}

/** Where in its template a piece of code stands, as far as compilation depends on it. */
export interface Place {
  readonly scope: Scope;
  /** Under an `if` or a ternary: an unknown filter fails only when it is reached. */
  readonly soft: boolean;
  /** Static autoescape; `null`: known only at run time. */
  readonly autoescape: boolean | null;
  /** Assignments here are the template's own: top level, not in a loop, macro or other scope. */
  readonly topLevel: boolean;
  /** Inside the body of a loop. */
  readonly looping: boolean;
}
