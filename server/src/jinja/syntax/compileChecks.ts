/**
 * What Python refuses after parsing, while it compiles the template: unknown filters and tests, blocks defined
 * twice, `break` outside a loop, nesting that Python's own compiler has no room for. Jinja2's complaints come in
 * the order in which it writes its code; those of Python itself come after all of them, by stage.
 */
import type { Arguments, Expression, FilterUse, For, Parameter, Span, Statement, Template } from './ast.ts';
import { FILTER_NAMES, TEST_NAMES } from './builtinNames.ts';
import { forEachArgument, forEachOperand } from './children.ts';
import { SyntaxFailure } from './failure.ts';
import type { Builder } from './nodes.ts';
import { loadsUnassigned } from './unassigned.ts';

/** Limits of Python 3.11's compiler on the code that Jinja2 writes. */
const MOST_NESTED_EXPRESSIONS = 197;
const MOST_INDENTATION = 98;
const MOST_NESTED_LOOPS = 20;

/** Stages of Python's compiler, first to last. */
const Stage = { Tokens: 0, Grammar: 1, Scopes: 2, Code: 3 } as const;
type Stage = (typeof Stage)[keyof typeof Stage];

/** Where a statement stands. */
interface Frame {
  /** In an `if` or a ternary: an unknown filter fails only when it is reached. */
  readonly soft: boolean;
  /** Not in a loop, macro or block. */
  readonly topLevel: boolean;
  /** Loops around it in the same Python function. */
  readonly loops: number;
  /** Indentation of Python's code. */
  readonly indent: number;
}

const TOP: Frame = { soft: false, topLevel: true, loops: 0, indent: 0 };

const PYTHON_KEYWORDS: ReadonlySet<string> = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from
  global if import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** Throws `SyntaxFailure` with what Python says first. */
export function checkAsCompiled(template: Template, parsed: Builder): void {
  new CompileChecks(parsed).check(template);
}

class CompileChecks {
  private readonly complaints: (SyntaxFailure | undefined)[] = [];
  private depth = 0;

  constructor(private readonly parsed: Builder) {}

  check(template: Template): void {
    const blocks = [...this.parsed.blocks].sort((a, b) => a.span.start - b.span.start);
    const names = new Set<string>();
    for (const { name, span } of blocks) {
      if (names.has(name)) failAssertion(`block '${name}' defined twice`, span);
      names.add(name);
    }
    this.body(template.body, TOP);
    for (const block of blocks) this.body(block.body, { ...TOP, topLevel: false });
    const [first] = this.complaints.filter((complaint) => complaint !== undefined);
    if (first) throw first;
  }

  /** Keeps the first complaint of each stage of Python's compiler. */
  private complain(stage: Stage, message: string, span: Span, type = 'SyntaxError'): void {
    this.complaints[stage] ??= new SyntaxFailure(message, span, type);
  }

  // -------------------------------------------------------------- statements

  private body(statements: readonly Statement[], frame: Frame): void {
    for (const statement of statements) this.statement(statement, frame);
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
      case 'set':
        return this.expression(node.value, frame.soft);
      case 'if':
        for (const { condition, body } of node.branches) {
          this.expression(condition, true);
          this.indented(body, { ...frame, soft: true }, node.span);
        }
        return node.otherwise
          ? this.indented(node.otherwise, { ...frame, soft: true }, node.span)
          : undefined;
      case 'for':
        return this.for(node, frame);
      case 'set-block':
      case 'filter-block':
        this.body(node.body, inner(frame));
        return this.filters(node.filters, node.filters.length - 1);
      case 'macro':
        return this.function(node.parameters, node.body, node.span, frame);
      case 'call-block':
        this.function(node.parameters, node.body, node.span, frame);
        this.repeatedKeywords(node.call.args, ['caller']);
        return this.expression(node.call, frame.soft);
      case 'generation':
        return this.function([], node.body, node.span, frame);
      case 'with':
        for (const { value } of node.bindings) this.expression(value, frame.soft);
        return this.body(node.body, inner(frame));
      case 'autoescape':
        this.expression(node.enabled, false);
        return this.body(node.body, inner(frame));
      case 'break':
        if (frame.loops === 0) this.complain(Stage.Code, "'break' outside loop", node.span);
        return;
      case 'continue':
        if (frame.loops === 0) this.complain(Stage.Code, "'continue' not properly in loop", node.span);
        return;
      case 'load':
        if (node.statement === 'extends' && !frame.topLevel)
          failAssertion('cannot use extend from a non top-level scope', node.span);
        return this.expression(node.template, frame.soft);
    }
  }

  private for(node: For, frame: Frame): void {
    const target = this.parsed.loopTargets.find((span) => isWithin(span, node.span));
    if (target) failAssertion("Can't assign to special loop variable in for-loop target", target);
    if (node.filter) this.expression(node.filter, false);
    this.expression(node.iterable, frame.soft);
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
        this.complain(Stage.Scopes, `duplicate argument '${name}' in function definition`, own);
      names.add(name);
      if (defaultValue) this.expression(defaultValue, false);
    }
    const within = asFunction(frame);
    if (within.indent > MOST_INDENTATION)
      this.complain(Stage.Tokens, 'too many levels of indentation', span, 'IndentationError');
    this.body(body, within);
  }

  /** Filters of a block: Python compiles the last one first, around the others. */
  private filters(uses: readonly FilterUse[], last: number): void {
    const use = uses[last];
    if (!use) return;
    this.checkFilter(use);
    this.filters(uses, last - 1);
    this.arguments(use.args, false);
  }

  // ------------------------------------------------------------- expressions

  private expression(node: Expression, soft: boolean): void {
    switch (node.kind) {
      case 'name':
      case 'string':
      case 'integer':
      case 'float':
      case 'boolean':
      case 'none':
        return;
      case 'filter':
        if (!soft) this.checkFilter(node.use);
        this.repeatedKeywords(node.use.args);
        return this.operands(node, soft);
      case 'test':
        if (!soft && !TEST_NAMES.has(node.name))
          failAssertion(`No test named '${node.name}'.`, node.nameSpan);
        this.repeatedKeywords(node.args);
        return this.operands(node, soft);
      case 'call':
        this.repeatedKeywords(node.args);
        return this.operands(node, soft);
      case 'subscript':
        if (node.index.kind === 'tuple') this.slicesInTuple(node.index.items);
        return this.operands(node, soft);
      case 'conditional':
        return this.operands(node, true);
      case 'logical':
        // Jinja2 folds `false and ...` before it looks at what stands behind.
        return literalTruth(node.left) === (node.operator === 'or') ? undefined : this.operands(node, soft);
      default:
        return this.operands(node, soft);
    }
  }

  private operands(node: Expression, soft: boolean): void {
    if (this.depth >= MOST_NESTED_EXPRESSIONS)
      return this.complain(Stage.Tokens, 'too many nested parentheses', node.span);
    this.depth++;
    forEachOperand(node, (child) => this.expression(child, soft));
    this.depth--;
  }

  private checkFilter(use: FilterUse): void {
    if (!FILTER_NAMES.has(use.name)) failAssertion(`No filter named '${use.name}'.`, use.nameSpan);
  }

  private arguments(args: Arguments, soft: boolean): void {
    this.repeatedKeywords(args);
    forEachArgument(args, (child) => this.expression(child, soft));
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

/** Truth of a literal; null for what is not one. */
function literalTruth(node: Expression): boolean | null {
  switch (node.kind) {
    case 'string':
    case 'integer':
    case 'float':
    case 'boolean':
      return Boolean(node.value);
    case 'none':
      return false;
    default:
      return null;
  }
}

function failAssertion(message: string, span: Span): never {
  throw new SyntaxFailure(message, span, 'TemplateAssertionError');
}

/** A scope of its own in the same Python function. */
function inner(frame: Frame): Frame {
  return { ...frame, soft: false, topLevel: false };
}

function asFunction(frame: Frame): Frame {
  return { soft: false, topLevel: false, loops: 0, indent: frame.indent + 1 };
}

function isWithin(span: Span, outer: Span): boolean {
  return span.start >= outer.start && span.end <= outer.end;
}
