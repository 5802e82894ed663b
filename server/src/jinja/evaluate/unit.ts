/** What the compilation of one template shares. */
import type { Expression, Span, Template } from '../syntax/ast.ts';
import { codeOf, type Mark, type Places, type RowKind } from '../trace/log.ts';
import type { Value } from '../values/types.ts';
import type { AskedNames } from './askedNames.ts';
import type { RunBlock } from './blocks.ts';
import type { Escaping, Folder } from './fold.ts';
import type { Registries } from './registries.ts';
import type { Scope } from './scope.ts';

export class Unit {
  private readonly words = new Map<string, boolean>();
  readonly blocks = new Map<string, RunBlock>();
  /** Places of the template: rows of a trace point to them by their index here. */
  readonly marks: Mark[] = [];
  constructor(
    readonly template: Template,
    readonly registries: Registries,
    private readonly folder: Folder,
    /** Shared by all compilations of the template. */
    readonly askedNames: AskedNames,
    /** Compile the code that records where text comes from and what was decided. */
    readonly traced: boolean,
    /** Top-level assignments have to reach the context. */
    readonly hasBlocks: boolean,
  ) {}

  /** The constant that Jinja2's compiler puts in the place of an expression; `undefined`: none. */
  replacement(node: Expression, { autoescape }: Place): Value | undefined {
    return this.folder.replacement(node, autoescape);
  }

  /** What an expression is known to be before anything runs; `undefined`: nothing. */
  constant(node: Expression, { autoescape }: Place): Value | undefined {
    return this.folder.constant(node, autoescape);
  }

  /** What the compiler itself writes for `{{ node }}`; null where that is left to the render. */
  printed(node: Expression, place: Place): string | null {
    return this.folder.printed(node, place);
  }

  /** What the compiler knows inside of `{% autoescape node %}`. */
  escapingIn(node: Expression, place: Place): Escaping {
    return this.folder.within(node, place);
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
export interface Place extends Escaping {
  readonly scope: Scope;
  /** Assignments here are the template's own: top level, not in a loop, macro or other scope. */
  readonly topLevel: boolean;
  /** Inside the body of a loop. */
  readonly looping: boolean;
}
