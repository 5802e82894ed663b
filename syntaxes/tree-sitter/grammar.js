/**
 * Chat templates: Jinja as `transformers` sets it up (loop controls, `generation` blocks).
 *
 * The tree is an editor's tree. Blocks always nest: the scanner knows which blocks are open and closes a
 * forgotten one where its parent ends. What Python would refuse but an editor meets at every other keystroke
 * has a node of its own, so that the rest of the tree stands while it is there: see ERROR NODES below.
 */

/* eslint-disable no-undef */

const list = (element) => seq(element, repeat(seq(',', element)));
const listWithTrailingComma = (element) => optional(seq(list(element), optional(',')));

const close = ($) => field('close', choice($.block_end, $.missing_close, $.wrong_close));

/** `{% keyword ... %}` */
const tag = ($, keyword, ...rest) =>
  seq(field('open', $.block_start), field('keyword', keyword), ...rest, close($));

/** As `tag`, of a block that has a body: a colon may stand before the closing delimiter. */
const bodyTag = ($, keyword, ...rest) => tag($, keyword, ...rest, optional(':'));

const branchTag = ($, keyword, ...rest) =>
  seq(
    field('open', alias($._branch_start, $.block_start)),
    field('keyword', keyword),
    ...rest,
    optional(':'),
    close($),
  );

const body = ($) => optional(field('body', $.body));

const end = ($, keyword) => field('end', choice(alias($[`_${keyword}_tag`], $.end_tag), $.missing_end));

const endTag = ($, keyword, ...rest) =>
  seq(field('open', alias($._end_start, $.block_start)), field('keyword', keyword), ...rest, close($));

const binary = ($, left, operators, right) =>
  seq(field('left', left), field('operator', choice(...operators)), field('right', right));

const CONSTANTS = ['true', 'false', 'True', 'False', 'none', 'None'];

const END_KEYWORDS = [
  'endif',
  'endfor',
  'endset',
  'endmacro',
  'endcall',
  'endfilter',
  'endgeneration',
  'endwith',
  'endautoescape',
  'endraw',
];

const endTags = Object.fromEntries(
  END_KEYWORDS.map((keyword) => [`_${keyword}_tag`, ($) => endTag($, keyword)]),
);

module.exports = grammar({
  name: 'chat_template',

  externals: ($) => [
    $.text,
    $.comment,
    $.variable_start,
    $.variable_end,
    $.block_start,
    $._branch_start,
    $._end_start,
    $._orphan_start,
    $._raw_start,
    $.block_end,
    $.raw_text,
    $._string_start,
    $._string_rest,
    '}',
    // ERROR NODES: Python refuses a template that has one of them.
    $.malformed_string, // no closing quote, or an escape that is not finished
    $.unclosed_comment, // `{#` without `#}`: up to the end of its line
    $.missing_close, // a tag that the next tag interrupts (no width)
    $.wrong_close, // `%}` for `}}` or the other way round
    $.missing_end, // a block that nothing ends (no width)
    // ... and, among the rules: orphan_tag, reserved_name, chained_test.
    $._error_sentinel,
  ],

  extras: () => [/[\s\u001c-\u001f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/],
  word: ($) => $.identifier,
  inline: ($) => [$._plain_arguments, $._named_arguments, $._splat_arguments],

  rules: {
    template: ($) => repeat($._node),

    _node: ($) => choice($.text, $.comment, $.unclosed_comment, $.output, $._statement, $.orphan_tag),

    body: ($) => repeat1($._node),

    output: ($) =>
      seq(
        field('open', $.variable_start),
        field('value', $._tuple_or_expression),
        field('close', choice($.variable_end, $.missing_close, $.wrong_close)),
      ),

    _statement: ($) =>
      choice(
        $.if_statement,
        $.for_statement,
        $.set_statement,
        $.set_block,
        $.macro_statement,
        $.call_statement,
        $.filter_statement,
        $.generation_statement,
        $.raw_statement,
        $.with_statement,
        $.block_statement,
        $.autoescape_statement,
        $.break_statement,
        $.continue_statement,
        $.print_statement,
        $.include_statement,
        $.import_statement,
        $.from_statement,
        $.extends_statement,
      ),

    // ------------------------------------------------------------ statements

    if_statement: ($) =>
      seq(
        field('tag', $.if_tag),
        body($),
        repeat(field('branch', $.elif_clause)),
        optional(field('branch', $.else_clause)),
        end($, 'endif'),
      ),
    if_tag: ($) => bodyTag($, 'if', field('condition', $._tuple_or_plain)),
    elif_clause: ($) => seq(field('tag', $.elif_tag), body($)),
    elif_tag: ($) => branchTag($, 'elif', field('condition', $._tuple_or_plain)),
    else_clause: ($) => seq(field('tag', $.else_tag), body($)),
    else_tag: ($) => branchTag($, 'else'),

    for_statement: ($) =>
      seq(field('tag', $.for_tag), body($), optional(field('branch', $.else_clause)), end($, 'endfor')),
    for_tag: ($) =>
      bodyTag(
        $,
        'for',
        field('target', $._target),
        'in',
        field('iterable', $._tuple_or_plain),
        optional(seq('if', field('filter', $._expression))),
        optional(field('recursive', 'recursive')),
      ),

    set_statement: ($) =>
      tag($, 'set', field('target', $._set_target), '=', field('value', $._tuple_or_expression)),
    set_block: ($) => seq(field('tag', $.set_tag), body($), end($, 'endset')),
    set_tag: ($) => bodyTag($, 'set', field('target', $._set_target), repeat(seq('|', $.filter))),

    macro_statement: ($) => seq(field('tag', $.macro_tag), body($), end($, 'endmacro')),
    macro_tag: ($) =>
      bodyTag(
        $,
        'macro',
        field('name', choice($.identifier, $.reserved_name)),
        field('parameters', $.parameters),
      ),

    call_statement: ($) => seq(field('tag', $.call_tag), body($), end($, 'endcall')),
    call_tag: ($) => bodyTag($, 'call', optional(field('parameters', $.parameters)), field('call', $.call)),

    // Preferred to a parenthesized callee: what follows `call (` are always parameters.
    parameters: ($) =>
      prec(
        2,
        seq(
          '(',
          optional(
            choice(seq(list($._parameter), repeat(seq(',', $.default_parameter))), list($.default_parameter)),
          ),
          ')',
        ),
      ),
    _parameter: ($) => prec(2, choice($.identifier, $.reserved_name)),
    default_parameter: ($) => seq(field('name', $.identifier), '=', field('value', $._expression)),

    filter_statement: ($) => seq(field('tag', $.filter_tag), body($), end($, 'endfilter')),
    filter_tag: ($) => bodyTag($, 'filter', $.filter, repeat(seq('|', $.filter))),

    generation_statement: ($) => seq(field('tag', $.generation_tag), body($), end($, 'endgeneration')),
    generation_tag: ($) => bodyTag($, 'generation'),

    raw_statement: ($) => seq(field('tag', $.raw_tag), optional(field('body', $.raw_text)), end($, 'endraw')),
    raw_tag: ($) =>
      seq(
        field('open', alias($._raw_start, $.block_start)),
        field('keyword', 'raw'),
        field('close', $.block_end),
      ),

    with_statement: ($) => seq(field('tag', $.with_tag), body($), end($, 'endwith')),
    with_tag: ($) => bodyTag($, 'with', optional(list($.binding))),
    binding: ($) => seq(field('target', $._target), '=', field('value', $._expression)),

    block_statement: ($) =>
      seq(
        field('tag', $.block_tag),
        body($),
        field('end', choice(alias($._endblock_tag, $.end_tag), $.missing_end)),
      ),
    block_tag: ($) =>
      bodyTag(
        $,
        'block',
        field('name', $.identifier),
        optional(field('scoped', 'scoped')),
        optional(field('required', 'required')),
      ),
    _endblock_tag: ($) => endTag($, 'endblock', optional($.identifier)),

    autoescape_statement: ($) => seq(field('tag', $.autoescape_tag), body($), end($, 'endautoescape')),
    autoescape_tag: ($) => bodyTag($, 'autoescape', field('value', $._expression)),

    break_statement: ($) => tag($, 'break'),
    continue_statement: ($) => tag($, 'continue'),
    print_statement: ($) => tag($, 'print', optional(list($._expression))),

    include_statement: ($) =>
      tag($, 'include', $._expression, optional(seq('ignore', 'missing')), optional($._context)),
    import_statement: ($) =>
      tag($, 'import', $._expression, 'as', field('name', $.identifier), optional($._context)),
    from_statement: ($) =>
      tag(
        $,
        'from',
        $._expression,
        'import',
        list($.imported_name),
        optional(seq(optional(','), $._context)),
      ),
    imported_name: ($) => seq(field('name', $.identifier), optional(seq('as', field('alias', $.identifier)))),
    extends_statement: ($) => tag($, 'extends', $._expression),
    _context: () => seq(choice('with', 'without'), 'context'),

    ...endTags,

    /** `else`, `elif` or an `end...` that belongs to no open block: Python refuses it. */
    orphan_tag: ($) =>
      seq(
        field('open', alias($._orphan_start, $.block_start)),
        field('keyword', choice('else', 'elif', 'endblock', ...END_KEYWORDS)),
        optional($._expression),
        close($),
      ),

    // --------------------------------------------------------------- targets

    _target: ($) => choice($._name_target, alias($._tuple_target, $.tuple)),
    _tuple_target: ($) => seq($._name_target, repeat1(seq(',', $._name_target))),
    _name_target: ($) => choice($.identifier, $.reserved_name, $._parenthesized_target),
    _parenthesized_target: ($) =>
      seq('(', optional(choice($._name_target, alias($._tuple_target_in_parentheses, $.tuple))), ')'),
    _tuple_target_in_parentheses: ($) =>
      seq($._name_target, choice(',', seq(repeat1(seq(',', $._name_target)), optional(',')))),

    /** Only `set` writes to the attributes of a namespace. */
    _set_target: ($) => choice($._set_item, alias($._set_tuple, $.tuple)),
    _set_tuple: ($) => seq($._set_item, repeat1(seq(',', $._set_item))),
    _set_item: ($) => choice($._name_target, $.namespace_attribute),
    namespace_attribute: ($) => seq(field('object', $.identifier), '.', field('attribute', $.identifier)),

    // ----------------------------------------------------------- expressions
    // One rule for each level of precedence, loosest first.

    _tuple_or_expression: ($) => choice($._expression, alias($._bare_tuple, $.tuple)),
    _bare_tuple: ($) => seq($._expression, choice(',', seq(repeat1(seq(',', $._expression)), optional(',')))),

    _tuple_or_plain: ($) => choice($._or, alias($._plain_tuple, $.tuple)),
    _plain_tuple: ($) => seq($._or, choice(',', seq(repeat1(seq(',', $._or)), optional(',')))),

    _expression: ($) => choice($._or, $.conditional),
    conditional: ($) =>
      prec.right(
        1,
        seq(
          field('consequence', choice($._or, $.conditional)),
          'if',
          field('condition', $._or),
          optional(seq('else', field('alternative', $._expression))),
        ),
      ),

    _or: ($) => choice($._and, alias($._or_binary, $.binary)),
    _or_binary: ($) => binary($, $._or, ['or'], $._and),

    _and: ($) => choice($._not, alias($._and_binary, $.binary)),
    _and_binary: ($) => binary($, $._and, ['and'], $._not),

    _not: ($) => choice($._comparison, alias($._not_unary, $.unary)),
    _not_unary: ($) => seq(field('operator', 'not'), field('operand', $._not)),

    _comparison: ($) => choice($._sum, $.comparison),
    comparison: ($) =>
      seq(
        $._sum,
        repeat1(seq(field('operator', choice('==', '!=', '<', '>', '<=', '>=', 'in', $.not_in)), $._sum)),
      ),

    not_in: () => seq('not', 'in'),

    _sum: ($) => choice($._concatenation, alias($._sum_binary, $.binary)),
    _sum_binary: ($) => binary($, $._sum, ['+', '-'], $._concatenation),

    _concatenation: ($) => choice($._product, alias($._concatenation_binary, $.binary)),
    _concatenation_binary: ($) => binary($, $._concatenation, ['~'], $._product),

    _product: ($) => choice($._power, alias($._product_binary, $.binary)),
    _product_binary: ($) => binary($, $._product, ['*', '/', '//', '%'], $._power),

    _power: ($) => choice($._filtered, alias($._power_binary, $.binary)),
    _power_binary: ($) => binary($, $._power, ['**'], $._filtered),

    _filtered: ($) =>
      choice($._unary, $.filter_expression, $.test_expression, alias($._filtered_call, $.call)),
    _filtered_call: ($) =>
      seq(field('function', choice($.filter_expression, $.test_expression)), field('arguments', $.arguments)),
    filter_expression: ($) => seq(field('operand', $._filtered), '|', field('filter', $.filter)),
    filter: ($) => prec.right(seq(field('name', $._dotted_name), optional(field('arguments', $.arguments)))),
    test_expression: ($) =>
      seq(field('operand', $._filtered), 'is', optional(field('negation', 'not')), field('test', $.test)),
    // An argument may stand without parentheses, and nearly every word that follows is one: Python refuses
    // `'a' if x is defined if y`, because it reads the second `if` as the argument of `defined`.
    test: ($) =>
      prec.right(
        seq(
          field('name', $._dotted_name),
          optional(
            choice(
              field('arguments', $.arguments),
              field('argument', choice($._postfix, alias(choice('if', 'in', 'not'), $.identifier))),
              $.chained_test,
            ),
          ),
        ),
      ),
    chained_test: () => 'is',
    _dotted_name: ($) => prec.right(seq($.identifier, repeat(seq('.', $.identifier)))),

    _unary: ($) => choice($._postfix, alias($._sign_unary, $.unary)),
    _sign_unary: ($) => seq(field('operator', choice('-', '+')), field('operand', $._unary)),

    _postfix: ($) => choice($._primary, $.attribute, $.subscript, $.call),
    attribute: ($) =>
      prec.left(
        1,
        seq(field('object', $._postfix), '.', field('attribute', choice($.identifier, $.integer))),
      ),
    subscript: ($) =>
      prec.left(1, seq(field('object', $._postfix), '[', optional(field('index', $._indices)), ']')),
    _indices: ($) => choice($._index, alias($._index_tuple, $.tuple)),
    _index_tuple: ($) => seq($._index, repeat1(seq(',', $._index))),
    _index: ($) => choice($._expression, $.slice),
    slice: ($) =>
      seq(
        optional(field('start', $._expression)),
        ':',
        optional(field('stop', $._expression)),
        optional(seq(':', optional(field('step', $._expression)))),
      ),
    call: ($) => prec.left(1, seq(field('function', $._postfix), field('arguments', $.arguments))),

    // Preferred to a tuple: `is test (a, b)` has two arguments.
    arguments: ($) =>
      prec(
        2,
        seq(
          '(',
          optional(
            choice(
              seq($._plain_arguments, optional(seq(',', $.keyword_splat)), optional(',')),
              seq($.keyword_splat, optional(',')),
            ),
          ),
          ')',
        ),
      ),
    _plain_arguments: ($) =>
      choice(seq(list($._expression), optional(seq(',', $._named_arguments))), $._named_arguments),
    _named_arguments: ($) =>
      choice(seq(list($.keyword_argument), optional(seq(',', $._splat_arguments))), $._splat_arguments),
    _splat_arguments: ($) => seq($.splat, repeat(seq(',', $.keyword_argument))),
    keyword_argument: ($) =>
      seq(
        field('name', choice($.identifier, alias(choice(...CONSTANTS), $.identifier))),
        '=',
        field('value', $._expression),
      ),
    splat: ($) => seq('*', $._expression),
    keyword_splat: ($) => seq('**', $._expression),

    _primary: ($) =>
      choice(
        $.identifier,
        $.string,
        $.integer,
        $.float,
        $.boolean,
        $.none,
        $.list,
        $.dict,
        $.tuple,
        $.parenthesized,
      ),
    parenthesized: ($) => seq('(', $._expression, ')'),
    tuple: ($) => seq('(', optional($._bare_tuple), ')'),
    list: ($) => seq('[', listWithTrailingComma($._expression), ']'),
    dict: ($) => seq('{', listWithTrailingComma($.pair), '}'),
    pair: ($) => seq(field('key', $._expression), ':', field('value', $._expression)),

    string: ($) => prec.right(repeat1(seq($._string_start, choice($._string_rest, $.malformed_string)))),
    integer: () => /0[bB](_?[01])+|0[oO](_?[0-7])+|0[xX](_?[0-9a-fA-F])+|[1-9](_?[0-9])*|0(_?0)*/,
    float: () => /([0-9]+_)*[0-9]+((\.([0-9]+_)*[0-9]+)?[eE][+-]?([0-9]+_)*[0-9]+|\.([0-9]+_)*[0-9]+)/,
    reserved_name: () => prec(2, choice(...CONSTANTS)), // where a name is bound
    boolean: () => choice('true', 'false', 'True', 'False'),
    none: () => choice('none', 'None'),
    identifier: () => /[\p{XID_Start}_][\p{XID_Continue}]*/,
  },
});
