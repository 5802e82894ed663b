/**
 * What Python refuses after parsing, while it compiles the template: unknown filters and tests, blocks defined
 * twice, constants that can't be folded, `break` outside a loop, nesting that Python's own compiler has no room for.
 * Jinja2's complaints come in the order in which it writes its code, and what it folds away is not looked at; those
 * of Python itself come after all of them, by stage.
 */
import type {
  Arguments,
  Expression,
  FilterUse,
  For,
  Output,
  Parameter,
  Span,
  Statement,
  Template,
} from '../syntax/ast.ts';
import { FILTER_NAMES, TEST_NAMES } from '../syntax/builtinNames.ts';
import { forEachArgument, forEachOperand } from '../syntax/children.ts';
import { loadsUnassigned } from '../syntax/unassigned.ts';
import { blocksIn, nodesOf } from '../syntax/walk.ts';
import { CompileFailure } from './failure.ts';
import { NOT_ESCAPING, type Escaping, type Folder } from './fold.ts';
import { checkWritable } from './written.ts';

/** Limits of Python 3.11's compiler on the code that Jinja2 writes. */
const MOST_NESTED_EXPRESSIONS = 197;
const MOST_INDENTATION = 98;
const MOST_NESTED_LOOPS = 20;

/** Stages of Python's compiler, first to last. */
const Stage = { Tokens: 0, Grammar: 1, Scopes: 2, Code: 3 } as const;
type Stage = (typeof Stage)[keyof typeof Stage];

/** Where a statement stands. */
interface Frame extends Escaping {
  /** In an `if` or a ternary: an unknown filter fails only when it is reached. */
  readonly soft: boolean;
  /** What is printed is the template's own output: not in a macro, a block or a `set` with a body. */
  readonly ownOutput: boolean;
  /** Not in a loop, macro or block. */
  readonly topLevel: boolean;
  /** Loops around it in the same Python function. */
  readonly loops: number;
  /** Indentation of Python's code. */
  readonly indent: number;
  /** Scopes around it: part of the names in Python's code. */
  readonly level: number;
}

const TOP: Frame = {
  ...NOT_ESCAPING,
  soft: false,
  ownOutput: true,
  topLevel: true,
  loops: 0,
  indent: 0,
  level: 0,
};

const PYTHON_KEYWORDS: ReadonlySet<string> = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from
  global if import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/**
 * Throws `CompileFailure` with what Python says first. `unresolved`: a name that the template's compilation failed at,
 * which Jinja2 meets on its way from the beginning to the end, as what is refused here.
 */
export function checkAsCompiled(
  template: Template,
  folder: Folder,
  unresolved: CompileFailure | null = null,
): void {
  try {
    new CompileChecks(template, folder).check();
  } catch (refused) {
    const isLater =
      unresolved !== null &&
      refused instanceof CompileFailure &&
      (PYTHONS_OWN.has(refused.type) || writtenAt(template, refused) > writtenAt(template, unresolved));
    throw isLater ? unresolved : refused;
  }
}

/**
 * Where in its source Jinja2 is when it writes what fails: the filters of a block come after its body, and what is in
 * a `block` after all the rest.
 */
function writtenAt(template: Template, { span, met }: CompileFailure): number {
  let at = met;
  if (met < 0) return met;
  let inBlock = false;
  for (const node of nodesOf(template)) {
    const isFilters =
      (node.kind === 'set-block' || node.kind === 'filter-block') &&
      node.filters.some((filter) => isWithin(span, filter.span));
    if (isFilters) at = node.span.end - 1;
    inBlock ||= node.kind === 'block' && isWithin(span, node.span);
  }
  return inBlock ? at + template.source.length : at;
}

/** What Python itself complains of: after all of Jinja2's complaints. */
const PYTHONS_OWN: ReadonlySet<string> = new Set(['SyntaxError', 'IndentationError']);

class CompileChecks {
  private readonly complaints: (CompileFailure | undefined)[] = [];
  private depth = 0;
  /** Behind an `extends` that is always reached: Jinja2 writes no output of the template's own any more. */
  private isExtended = false;

  constructor(
    private readonly template: Template,
    private readonly folder: Folder,
  ) {}

  check(): void {
    const blocks = blocksIn(this.template.body);
    const names = new Set<string>();
    for (const { name, span } of blocks) {
      if (names.has(name)) failAssertion(`block '${name}' defined twice`, span, FIRST);
      names.add(name);
    }
    this.body(this.template.body, TOP);
    for (const block of blocks) this.body(block.body, { ...TOP, ownOutput: false, topLevel: false });
    const [first] = this.complaints.filter((complaint) => complaint !== undefined);
    if (first) throw first;
  }

  /** Keeps the first complaint of each stage of Python's compiler. */
  private complain(stage: Stage, message: string, span: Span, type = 'SyntaxError'): void {
    this.complaints[stage] ??= new CompileFailure(type, message, span);
  }

  // -------------------------------------------------------------- statements

  private body(statements: readonly Statement[], frame: Frame): void {
    for (const statement of statements) {
      if (this.extendsAgain(statement, frame)) return;
      this.statement(statement, frame);
    }
  }

  /** Of a body that extends once more Jinja2 leaves out the rest. */
  private extendsAgain(node: Statement, frame: Frame): boolean {
    return this.isExtended && frame.topLevel && node.kind === 'load' && node.statement === 'extends';
  }

  /** A body that is indented one step deeper in Python's code. */
  private indented(statements: readonly Statement[], frame: Frame, span: Span): void {
    if (frame.indent + 1 > MOST_INDENTATION)
      this.complain(Stage.Tokens, 'too many levels of indentation', span, 'IndentationError');
    this.body(statements, { ...frame, indent: frame.indent + 1 });
  }

  private statement(node: Statement, frame: Frame): void {
    switch (node.kind) {
      case 'text':
      case 'block':
        return;
      case 'output':
        return this.isExtended && frame.ownOutput ? undefined : this.output(node, frame);
      case 'set':
        return this.expression(node.value, frame);
      case 'if':
        for (const { condition, body } of node.branches) {
          this.expression(condition, { ...frame, soft: true });
          this.indented(body, { ...frame, soft: true }, node.span);
        }
        return node.otherwise
          ? this.indented(node.otherwise, { ...frame, soft: true }, node.span)
          : undefined;
      case 'for':
        return this.for(node, frame);
      case 'set-block':
      case 'filter-block':
        this.body(node.body, { ...inner(frame), ownOutput: frame.ownOutput && node.kind === 'filter-block' });
        return this.filters(node.filters, node.filters.length - 1, inner(frame));
      case 'macro':
        return this.function(node.parameters, node.body, node.span, frame);
      case 'call-block':
        this.function(node.parameters, node.body, node.span, frame);
        this.repeatedKeywords(node.call.args, ['caller']);
        return this.expression(node.call, frame);
      case 'generation':
        return this.function([], node.body, node.span, frame);
      case 'with':
        for (const { value } of node.bindings) this.expression(value, frame);
        return this.body(node.body, inner(frame));
      case 'autoescape':
        this.expression(node.enabled, inner(frame));
        return this.body(node.body, {
          ...inner(frame),
          ...this.folder.within(node.enabled, frame),
        });
      case 'break':
        if (frame.loops === 0) this.complain(Stage.Code, "'break' outside loop", node.span);
        return;
      case 'continue':
        if (frame.loops === 0) this.complain(Stage.Code, "'continue' not properly in loop", node.span);
        return;
      case 'load':
        if (node.statement === 'extends' && !frame.topLevel)
          failAssertion('cannot use extend from a non top-level scope', node.span);
        this.expression(node.template, frame);
        this.isExtended ||= node.statement === 'extends' && frame === TOP;
        return;
    }
  }

  /** What is printed as a constant is written as text. */
  private output({ value }: Output, frame: Frame): void {
    if (this.folder.printed(value, frame) === null) this.expression(value, frame);
  }

  private for(node: For, frame: Frame): void {
    if (node.filter) this.expression(node.filter, inner(frame));
    const target = this.template.loopTargets.find((span) => isWithin(span, node.span));
    if (target)
      failAssertion("Can't assign to special loop variable in for-loop target", target, node.span.start);
    this.expression(node.iterable, frame);
    const around = node.recursive ? asFunction(frame) : inner(frame);
    const loops = around.loops + 1;
    if (loops > MOST_NESTED_LOOPS) this.complain(Stage.Code, 'too many statically nested blocks', node.tag);
    this.indented(node.body, { ...around, loops }, node.tag);
    if (node.otherwise) this.indented(node.otherwise, around, node.tag);
  }

  /** What Jinja2 makes a Python function of: macros, the bodies of `call` and `generation`. */
  private function(
    parameters: readonly Parameter[],
    body: readonly Statement[],
    span: Span,
    frame: Frame,
  ): void {
    const caller = parameters.find(({ name }) => name === 'caller');
    if (caller && !caller.defaultValue && loadsUnassigned(body, 'caller'))
      failAssertion(
        'When defining macros or call blocks the special "caller" argument must be omitted or be given a default.',
        caller.span,
      );
    const names = new Set<string>();
    for (const { name, span: own, defaultValue } of parameters) {
      if (names.has(name))
        this.complain(
          Stage.Scopes,
          `duplicate argument 'l_${frame.level + 1}_${name}' in function definition`,
          own,
        );
      names.add(name);
      if (defaultValue) this.expression(defaultValue, asFunction(frame));
    }
    const within = asFunction(frame);
    if (within.indent > MOST_INDENTATION)
      this.complain(Stage.Tokens, 'too many levels of indentation', span, 'IndentationError');
    this.body(body, { ...within, ownOutput: false });
  }

  /** Filters of a block: Python compiles the last one first, around the others. */
  private filters(uses: readonly FilterUse[], last: number, frame: Frame): void {
    const use = uses[last];
    if (!use) return;
    this.checkFilter(use);
    this.filters(uses, last - 1, frame);
    this.repeatedKeywords(use.args);
    forEachArgument(use.args, (child) => this.expression(child, frame));
  }

  // ------------------------------------------------------------- expressions

  private expression(node: Expression, frame: Frame): void {
    if (this.isFolded(node, frame)) return;
    switch (node.kind) {
      case 'name':
      case 'string':
      case 'float':
      case 'boolean':
      case 'none':
        return;
      case 'integer':
        return checkWritable(node.value, node.span);
      case 'filter':
        if (!frame.soft) this.checkFilter(node.use);
        this.repeatedKeywords(node.use.args);
        return this.operands(node, frame);
      case 'test':
        if (!frame.soft && !TEST_NAMES.has(node.name))
          failAssertion(`No test named '${node.name}'.`, node.nameSpan);
        this.repeatedKeywords(node.args);
        return this.operands(node, frame);
      case 'call':
        this.repeatedKeywords(node.args);
        return this.operands(node, frame);
      case 'subscript':
        if (node.index.kind === 'tuple') this.slicesInTuple(node.index.items);
        return this.operands(node, frame);
      case 'conditional':
        return this.operands(node, { ...frame, soft: true });
      default:
        return this.operands(node, frame);
    }
  }

  /** Whether a constant stands in the place of the node; Python has to be able to write it. */
  private isFolded(node: Expression, { autoescape }: Frame): boolean {
    const value = this.folder.replacement(node, autoescape);
    if (value === undefined) return false;
    checkWritable(value, node.span);
    return true;
  }

  private operands(node: Expression, frame: Frame): void {
    if (this.depth >= MOST_NESTED_EXPRESSIONS)
      return this.complain(Stage.Tokens, 'too many nested parentheses', node.span);
    this.depth++;
    forEachOperand(node, (child) => this.expression(child, frame));
    this.depth--;
  }

  private checkFilter(use: FilterUse): void {
    if (!FILTER_NAMES.has(use.name)) failAssertion(`No filter named '${use.name}'.`, use.nameSpan);
  }

  /** Python's own words are passed in a dict, where the last one counts. */
  private repeatedKeywords({ keyword }: Arguments, given: readonly string[] = []): void {
    if (keyword.length + given.length < 2 || keyword.some(({ name }) => PYTHON_KEYWORDS.has(name))) return;
    const names = new Set(given);
    for (const { name, span } of keyword) {
      if (names.has(name)) this.complain(Stage.Code, `keyword argument repeated: ${name}`, span);
      names.add(name);
    }
  }

  private slicesInTuple(items: readonly Expression[]): void {
    const slice = items.find(({ kind }) => kind === 'slice');
    if (slice) this.complain(Stage.Grammar, 'invalid syntax', slice.span);
  }
}

/** Before anything is written. */
const FIRST = -1;

function failAssertion(message: string, span: Span, met = span.start): never {
  throw new CompileFailure('TemplateAssertionError', message, span, met);
}

/** A scope of its own in the same Python function. */
function inner(frame: Frame): Frame {
  return { ...frame, soft: false, topLevel: false, level: frame.level + 1 };
}

function asFunction(frame: Frame): Frame {
  return { ...inner(frame), loops: 0, indent: frame.indent + 1 };
}

function isWithin(span: Span, outer: Span): boolean {
  return span.start >= outer.start && span.end <= outer.end;
}
