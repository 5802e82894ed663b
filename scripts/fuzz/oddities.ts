/** What few templates write and Python answers all the same: any argument anywhere, any format, any attribute. */
import { FILTER_NAMES, TEST_NAMES } from '../../server/src/jinja/syntax/builtinNames.ts';
import type { Kind } from './contexts.ts';
import type { Expressions } from './expressions.ts';

type Make = (e: Expressions) => string;

/** Python answers these differently each time, or with what depends on the order of a hash table. */
const UNSTEADY = new Set(['random', 'pprint']);
const FILTERS = [...FILTER_NAMES].filter((name) => !UNSTEADY.has(name));
const TESTS = [...TEST_NAMES].filter((name) => /^\w+$/.test(name) && name !== 'sameas');

const KEYWORDS = [
  ...[
    'attribute',
    'default',
    'default_value',
    'boolean',
    'd',
    'width',
    'first',
    'blank',
    'length',
    'killwords',
  ],
  ...[
    'end',
    'leeway',
    'start',
    'reverse',
    'case_sensitive',
    'by',
    'precision',
    'method',
    'base',
    'chars',
    'old',
  ],
  ...[
    'new',
    'count',
    'fill_with',
    'linecount',
    'slices',
    'indent',
    'sort_keys',
    'ensure_ascii',
    'separators',
  ],
  ...[
    'wrapstring',
    'break_long_words',
    'break_on_hyphens',
    'binary',
    'name',
    'sep',
    'maxsplit',
    'keepends',
    'x',
  ],
];

const METHODS = [
  ...['capitalize', 'casefold', 'center', 'count', 'endswith', 'expandtabs', 'find', 'format', 'index'],
  ...['isalnum', 'isidentifier', 'isprintable', 'istitle', 'join', 'ljust', 'lower', 'lstrip', 'partition'],
  ...[
    'removeprefix',
    'removesuffix',
    'replace',
    'rfind',
    'rindex',
    'rjust',
    'rpartition',
    'rsplit',
    'rstrip',
  ],
  ...['split', 'splitlines', 'startswith', 'strip', 'swapcase', 'title', 'translate', 'upper', 'zfill'],
];

const ATTRIBUTES = [
  ...[
    '__class__',
    '__len__',
    '__add__',
    '__dict__',
    '_x',
    '__init__',
    'real',
    'imag',
    'items',
    'keys',
    'copy',
  ],
  ...[
    'append',
    'pop',
    'update',
    'name',
    'a',
    'b',
    'first',
    'format',
    'index',
    'length',
    'conjugate',
    '0',
    '1',
  ],
];

const FLAGS = ['', '', '-', '+', ' ', '0', '#', '#0', '-0', '+#'];
const SIZES = ['', '', '1', '5', '12', '*'];
const PRECISIONS = ['', '', '.0', '.1', '.2', '.10', '.', '.*'];

/** `%` and what may follow it. */
function percent(e: Expressions): string {
  const name = e.pick(['', '', '', '', '(a)', '(zz)', '()']);
  const letter = e.pick([...'sssrddiuoxXeEfFgGca%', 'z', '', 'ld']);
  return `%${name}${e.pick(FLAGS)}${e.pick(SIZES)}${e.pick(PRECISIONS)}${letter}`;
}

/** A replacement field of `str.format`. */
function field(e: Expressions): string {
  const name = e.pick([
    '',
    '',
    '',
    '0',
    '1',
    'a',
    '0.a',
    '0[a]',
    '[0]',
    '0[0]',
    '.real',
    'a b',
    '0.__class__',
  ]);
  const conversion = e.pick(['', '', '', '!r', '!s', '!a', '!', '!x']);
  return `{${name}${conversion}${e.pick(['', ':'])}${e.random.chance(0.7) ? spec(e) : ''}}`;
}

function spec(e: Expressions): string {
  const align = e.pick(['', '', '<', '>', '^', '=', '*^', 'é>', '0<', '{}']);
  const width = e.pick(['', '', '0', '5', '05', '12', '012', '{}']);
  const grouping = e.pick(['', '', '', ',', '_']);
  const precision = e.pick(['', '', '.0', '.1', '.3', '.10', '.']);
  const type = e.pick(['', '', ...'sdnbocxXeEfFgG%', 'q']);
  return `${align}${e.pick(['', '', '+', '-', ' ', 'z', '#'])}${width}${grouping}${precision}${type}`;
}

const several = (e: Expressions, make: Make): string =>
  Array.from({ length: 1 + e.random.below(3) }, () => e.pick(['', 'a', ' ', '|']) + make(e)).join('');

/** Any argument list: mostly short, with keywords that some builtin has and stars now and then. */
function parameters(e: Expressions): string {
  const given = Array.from({ length: e.random.below(3) }, () => e.any());
  if (e.random.chance(0.25)) given.push(`${e.pick(KEYWORDS)}=${e.any()}`);
  if (e.random.chance(0.05)) given.push(`*${e.postfix('list')}`);
  if (e.random.chance(0.05)) given.push(`**${e.postfix('dict')}`);
  return `(${given.join(', ')})`;
}

const maybe = (e: Expressions, make: Make): string => (e.random.chance(0.6) ? make(e) : '');

export const ODD: Readonly<Partial<Record<Kind, readonly Make[]>>> = {
  text: [
    (e) => `${e.any()}|${e.pick(FILTERS)}${maybe(e, parameters)}`,
    (e) => `${e.any()}|${e.pick(FILTERS)}${maybe(e, parameters)}`,
    (e) => `${e.any()}|${e.pick(FILTERS)}|${e.pick(FILTERS)}`,
    (e) => `${e.postfix('text')}.${e.pick(METHODS)}${parameters(e)}`,
    (e) => `'${several(e, percent)}' % ${e.pick([e.any(), `(${e.any()}, ${e.any()})`, e.dict()])}`,
    (e) => `'${several(e, field)}'.format(${e.any()}, ${e.any()}, a=${e.any()})`,
    (e) => `(${e.text()}|safe).format(${e.any()})`,
    (e) => `${e.any()}|tojson${parameters(e)}`,
    (e) => `${e.any()}|map('${e.pick(FILTERS)}'${e.pick(['', `, ${e.any()}`])})|list`,
    (e) => `strftime_now('${e.pick(['%Y', '%-d %B', '%j|%U', '%^a', '%E', '%5q', '%s'])}')`,
    (e) => `${e.any()}.${e.pick(ATTRIBUTES)}`,
    (e) => `${e.any()}['${e.pick(ATTRIBUTES)}']`,
    (e) => `${e.any()}.${e.pick(ATTRIBUTES)}${parameters(e)}`,
    (e) => `raise_exception(${e.any()})`,
    (e) => `${e.any()}[${e.any()}]`,
    (e) => `${e.any()}[${maybe(e, (it) => it.any())}:${maybe(e, (it) => it.any())}]`,
    (e) => `${e.any()} ${e.pick(['+', '-', '*', '/', '//', '%', '~'])} ${e.any()}`,
    (e) =>
      `${e.pick(['range', 'dict', 'namespace', 'cycler', 'joiner', 'lipsum'])}${parameters(e)}|string|length`,
    (e) => `${e.any()}(${e.any()})`,
    (e) => `{${e.any()}: ${e.any()}}`,
    (e) => `${e.pick([`'abc'`, '[1]', '()', '0', 'none'])} ${e.pick(['or', 'and'])} ${e.any()}|nofilter`,
    (e) => `(${e.any()} if ${e.condition()})`,
  ],
  float: [
    (e) => `${e.number()} ** ${e.pick(['0.5', '2', '-1', '1.5', '-0.5', '3', '0'])}`,
    (e) =>
      `(-${e.number()}) ** ${e.pick(['0.5', '1.5', '-2.5', '2'])} ${e.pick(['', '* 2', '+ 1', '/ 3', '- 1.5'])}`,
  ],
  integer: [(e) => `${e.pick(['0b1_0', '0o17', '0XfF', '1_0', '00', '0_0', '9' + '0'.repeat(20)])}`],
  boolean: [
    (e) =>
      `${e.any()} is ${e.pick(['', 'not '])}${e.pick(TESTS)}${e.pick(['', ` ${e.small()}`, parameters(e)])}`,
    (e) => `${e.any()} ${e.pick(['<', '==', 'in'])} ${e.any()} ${e.pick(['>', '!=', 'not in'])} ${e.any()}`,
    (e) => `${e.any()} is nosuchtest`,
  ],
};
