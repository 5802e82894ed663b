/**
 * The abstract syntax tree of a chat template: what Jinja2's own parser understands, with exact positions.
 * Every node has a span in the source as the person typed it (UTF-16 offsets, end exclusive), so that what is
 * said of a node can be underlined in an editor without translation.
 */

/** Range of the template source: UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface NodeBase {
  /** Dense index of the node in its template (0 .. `Template.nodeCount` - 1), in order of creation. */
  readonly id: number;
  readonly span: Span;
}

export interface Template extends NodeBase {
  readonly kind: 'template';
  readonly body: readonly Statement[];
  readonly nodeCount: number;
  /** Where `set` or `for` assigns to `loop`, which Jinja2 allows outside of loops only. */
  readonly loopTargets: readonly Span[];
  readonly source: string;
}

// ---------------------------------------------------------------- statements

export type Statement =
  | Text
  | Output
  | If
  | For
  | Set
  | SetBlock
  | Macro
  | CallBlock
  | FilterBlock
  | Generation
  | With
  | Block
  | Autoescape
  | Break
  | Continue
  | Load;

/**
 * Literal text, as it is printed: after trim_blocks, lstrip_blocks, `-` and `+` markers and newline
 * normalisation. One node per stretch whose characters map one to one to the source: `value.length` is
 * `span.end - span.start` except for a stretch that is exactly one newline written as CR LF or CR.
 */
export interface Text extends NodeBase {
  readonly kind: 'text';
  readonly value: string;
}

/** `{{ value }}`; the span includes the braces. */
export interface Output extends NodeBase {
  readonly kind: 'output';
  readonly value: Expression;
}

/** `{% if %}` and its `elif`s: branches in order; `span` runs from the opening tag to the end of `endif`. */
export interface If extends NodeBase {
  readonly kind: 'if';
  readonly branches: readonly Branch[];
  readonly otherwise: readonly Statement[] | null;
}

/** One `if` or `elif`: its span is the tag's (`{% elif x %}`); the condition has its own. */
export interface Branch extends NodeBase {
  readonly kind: 'branch';
  readonly condition: Expression;
  readonly body: readonly Statement[];
}

export interface For extends NodeBase {
  readonly kind: 'for';
  readonly target: Target;
  readonly iterable: Expression;
  readonly filter: Expression | null;
  readonly recursive: boolean;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[] | null;
  /** The opening tag alone. */
  readonly tag: Span;
}

/** `{% set target = value %}` */
export interface Set extends NodeBase {
  readonly kind: 'set';
  readonly target: Target;
  readonly value: Expression;
}

/** `{% set target | filter %}body{% endset %}`; filters are applied in order to the body. */
export interface SetBlock extends NodeBase {
  readonly kind: 'set-block';
  readonly target: Target;
  readonly filters: readonly FilterUse[];
  readonly body: readonly Statement[];
}

export interface Parameter {
  readonly name: string;
  readonly span: Span;
  readonly defaultValue: Expression | null;
}

export interface Macro extends NodeBase {
  readonly kind: 'macro';
  readonly name: string;
  readonly nameSpan: Span;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

/** `{% call(parameters) macro(...) %}body{% endcall %}` */
export interface CallBlock extends NodeBase {
  readonly kind: 'call-block';
  readonly parameters: readonly Parameter[];
  readonly call: Call;
  readonly body: readonly Statement[];
}

export interface FilterBlock extends NodeBase {
  readonly kind: 'filter-block';
  readonly filters: readonly FilterUse[];
  readonly body: readonly Statement[];
}

/** `{% generation %}`: what the model is trained on (loss mask of `transformers`). */
export interface Generation extends NodeBase {
  readonly kind: 'generation';
  readonly body: readonly Statement[];
}

export interface With extends NodeBase {
  readonly kind: 'with';
  readonly bindings: readonly { readonly target: Target; readonly value: Expression }[];
  readonly body: readonly Statement[];
}

/** `{% block name %}`: without inheritance it prints its body in place. */
export interface Block extends NodeBase {
  readonly kind: 'block';
  readonly name: string;
  readonly scoped: boolean;
  readonly required: boolean;
  readonly body: readonly Statement[];
}

export interface Autoescape extends NodeBase {
  readonly kind: 'autoescape';
  readonly enabled: Expression;
  readonly body: readonly Statement[];
}

export interface Break extends NodeBase {
  readonly kind: 'break';
}

export interface Continue extends NodeBase {
  readonly kind: 'continue';
}

/**
 * `include`, `import`, `from`, `extends`: valid, but a chat template has no loader, so running one is a TypeError
 * ("no loader for this environment specified") once its expression was evaluated.
 */
export interface Load extends NodeBase {
  readonly kind: 'load';
  readonly statement: 'include' | 'import' | 'from' | 'extends';
  readonly template: Expression;
}

// ------------------------------------------------------------------- targets

export type Target = Name | NamespaceTarget | TupleTarget;

/** `ns.attribute` on the left of `set`. */
export interface NamespaceTarget extends NodeBase {
  readonly kind: 'namespace-target';
  readonly name: string;
  readonly attribute: string;
}

export interface TupleTarget extends NodeBase {
  readonly kind: 'tuple-target';
  readonly items: readonly Target[];
}

// --------------------------------------------------------------- expressions

export type Expression =
  | Name
  | StringLiteral
  | IntegerLiteral
  | FloatLiteral
  | BooleanLiteral
  | NoneLiteral
  | TupleLiteral
  | ListLiteral
  | DictLiteral
  | Attribute
  | Subscript
  | Slice
  | Call
  | Filter
  | Test
  | Unary
  | Binary
  | Logical
  | Compare
  | Concat
  | Conditional;

export interface Name extends NodeBase {
  readonly kind: 'name';
  readonly name: string;
}

/** The value after escapes; adjacent literals are already joined. */
export interface StringLiteral extends NodeBase {
  readonly kind: 'string';
  readonly value: string;
}

/** Exact at any size: a bigint where a double can't hold it. */
export interface IntegerLiteral extends NodeBase {
  readonly kind: 'integer';
  readonly value: number | bigint;
}

export interface FloatLiteral extends NodeBase {
  readonly kind: 'float';
  readonly value: number;
}

export interface BooleanLiteral extends NodeBase {
  readonly kind: 'boolean';
  readonly value: boolean;
}

export interface NoneLiteral extends NodeBase {
  readonly kind: 'none';
}

export interface TupleLiteral extends NodeBase {
  readonly kind: 'tuple';
  readonly items: readonly Expression[];
}

export interface ListLiteral extends NodeBase {
  readonly kind: 'list';
  readonly items: readonly Expression[];
}

export interface DictLiteral extends NodeBase {
  readonly kind: 'dict';
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
}

/** `object.attribute` (also `object.0`, which Jinja2 reads as the item 0: then `attribute` is a number). */
export interface Attribute extends NodeBase {
  readonly kind: 'attribute';
  readonly object: Expression;
  readonly attribute: string | number;
  /** The attribute's name alone. */
  readonly nameSpan: Span;
}

export interface Subscript extends NodeBase {
  readonly kind: 'subscript';
  readonly object: Expression;
  readonly index: Expression;
}

/** `start:stop:step`, only as the index of a subscript (or inside a tuple index). */
export interface Slice extends NodeBase {
  readonly kind: 'slice';
  readonly start: Expression | null;
  readonly stop: Expression | null;
  readonly step: Expression | null;
}

export interface Arguments {
  readonly positional: readonly Expression[];
  readonly keyword: readonly { readonly name: string; readonly value: Expression; readonly span: Span }[];
  /** `*expression` */
  readonly splat: Expression | null;
  /** `**expression` */
  readonly keywordSplat: Expression | null;
}

export interface Call extends NodeBase {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly args: Arguments;
}

/** A filter's name and arguments, apart from what it is applied to. */
export interface FilterUse extends NodeBase {
  readonly kind: 'filter-use';
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: Arguments;
}

export interface Filter extends NodeBase {
  readonly kind: 'filter';
  readonly operand: Expression;
  readonly use: FilterUse;
}

/** `operand is name(args)`; `negated` for `is not`. */
export interface Test extends NodeBase {
  readonly kind: 'test';
  readonly operand: Expression;
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: Arguments;
  readonly negated: boolean;
}

export interface Unary extends NodeBase {
  readonly kind: 'unary';
  readonly operator: 'not' | '-' | '+';
  readonly operand: Expression;
}

export interface Binary extends NodeBase {
  readonly kind: 'binary';
  readonly operator: '+' | '-' | '*' | '/' | '//' | '%' | '**';
  readonly left: Expression;
  readonly right: Expression;
}

/** `and` / `or`: the value is one of the operands, as in Python. */
export interface Logical extends NodeBase {
  readonly kind: 'logical';
  readonly operator: 'and' | 'or';
  readonly left: Expression;
  readonly right: Expression;
}

export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

/** A chain `a < b <= c`: each operand is evaluated once. */
export interface Compare extends NodeBase {
  readonly kind: 'compare';
  readonly first: Expression;
  readonly rest: readonly { readonly operator: CompareOperator; readonly operand: Expression }[];
}

/** `a ~ b ~ c` */
export interface Concat extends NodeBase {
  readonly kind: 'concat';
  readonly operands: readonly Expression[];
}

/** `consequence if condition else alternative` */
export interface Conditional extends NodeBase {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly consequence: Expression;
  readonly alternative: Expression | null;
}

export type Node = Template | Statement | Branch | NamespaceTarget | TupleTarget | Expression | FilterUse;
