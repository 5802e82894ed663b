import { VARIABLES } from './contexts.ts';
import type { Kind } from './contexts.ts';
import { ODD } from './oddities.ts';
import type { Random } from './random.ts';

/** Variables in scope, by what they hold; loops, macros and `set` add to it. */
export type Scope = Record<Kind, string[]>;

export function initialScope(): Scope {
  return Object.fromEntries(Object.entries(VARIABLES).map(([kind, names]) => [kind, [...names]])) as Scope;
}

type Make = (e: Expressions) => string;

const LITERALS: Partial<Record<Kind, readonly string[]>> = {
  text: [
    ...[
      `''`,
      `' '`,
      `'a'`,
      `"b"`,
      `'-'`,
      `'\\n'`,
      `'é'`,
      `'漢'`,
      `'😀'`,
      `'a b c'`,
      `'a,b'`,
      `'%s'`,
      `'{}'`,
      `"it's"`,
    ],
    ...[`'<x>'`, `'\\d'`, `'\\x41\\u00e9'`, `'a' 'b'`, `'Title case'`, `'0012'`, `' \\t '`],
  ],
  integer: ['0', '1', '2', '3', '-1', '10', '1_000', '0x1f', '99999999999999999999'],
  float: ['0.0', '1.0', '1.5', '-2.5', '1e3', '1e-7', '1e22', '0.1'],
  boolean: ['true', 'false', 'True', 'False'],
  none: ['none', 'None'],
  integers: ['[]', '[1, 2, 3]', '(1, 2)', '[3, 1, 2, 1]', 'range(3)', 'range(5, 0, -2)'],
  texts: ['[]', `['a', 'b']`, `('x',)`, `['b', 'A', 'a', 'b']`],
  dict: ['{}', `{'a': 1}`, `{'b': 'x', 'a': none, 'content': [1]}`, 'dict(a=1, b=2)', `{1: 'a', 'k': 2.0}`],
  dicts: ['[]', `[{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'y'}]`, `[{'a': 'B'}, {'a': 'a'}, {'a': 'b'}]`],
};

/** Ways to make each kind, by example: `e.text()` and the like are filled in. */
const MADE: Record<Kind, readonly Make[]> = {
  text: [
    (e) => `${e.text()} ~ ${e.any()}`,
    (e) => `${e.text()} + ${e.text()}`,
    (e) =>
      `${e.text()}|${e.pick(['trim', 'upper', 'lower', 'title', 'capitalize', 'string', 'e', 'safe', 'escape', 'forceescape', 'striptags', 'urlencode', 'reverse'])}`,
    (e) => `${e.any()}|string`,
    (e) =>
      `${e.any()}|tojson${e.pick(['', '', '(indent=2)', '(ensure_ascii=true)', '(sort_keys=true)', "(separators=(',', ':'))"])}`,
    (e) => `${e.list()}|join(${e.pick([`', '`, `''`, e.text()])})`,
    (e) => `${e.text()}|replace(${e.text()}, ${e.text()}${e.pick(['', ', 1'])})`,
    (e) => `${e.text()}|default(${e.text()}${e.pick(['', ', true'])})`,
    (e) => `${e.text()}|indent(${e.small()}${e.pick(['', ', true', ', first=true', ', blank=true'])})`,
    (e) =>
      `${e.text()}|${e.pick(['center(9)', 'truncate(5)', 'truncate(6, true)', "truncate(4, false, '…', 0)", 'wordwrap(5)', "trim('a ')"])}`,
    (e) => `${e.text()}|format(${e.any()})`,
    (e) =>
      `${e.pick([`'%s'`, `'%r'`, `'%5.1f|%-5s'`, `'%d%%'`, `'%(a)s'`, e.text()])} % ${e.pick([e.any(), `(${e.any()}, ${e.any()})`])}`,
    (e) => `${e.text()} * ${e.small()}`,
    (e) =>
      `${e.postfix('text')}[${e.pick([e.small(), `${e.small()}:`, `:${e.small()}`, '::-1', `${e.small()}:${e.small()}`, '::2'])}]`,
    (e) =>
      `${e.postfix('text')}.${e.pick(['strip', 'lstrip', 'rstrip', 'upper', 'lower', 'title', 'capitalize', 'swapcase', 'casefold'])}()`,
    (e) =>
      `${e.postfix('text')}.${e.pick(['strip', 'lstrip', 'rstrip', 'removeprefix', 'removesuffix'])}(${e.text()})`,
    (e) => `${e.postfix('text')}.replace(${e.text()}, ${e.text()}${e.pick(['', ', 1', ', -1'])})`,
    (e) => `${e.postfix('text')}.join(${e.list()})`,
    (e) => `${e.postfix('text')}.${e.pick(['center', 'ljust', 'rjust', 'zfill'])}(${e.small()})`,
    (e) => `${e.postfix('text')}.format(${e.any()}, ${e.any()})`,
    (e) =>
      `${e.postfix('text')}.${e.pick(['expandtabs()', 'expandtabs(4)', "partition(' ')[0]", "rpartition('a')[2]"])}`,
    (e) => `${e.postfix('texts')}[${e.small()}]`,
    (e) => `(${e.text()} if ${e.condition()} else ${e.text()})`,
    (e) => `(${e.text()} or ${e.text()})`,
    (e) => `${e.list()}|${e.pick(['first', 'last'])}`,
    (e) =>
      `${e.postfix('dict')}${e.pick(['.a', '.b', `['content']`, `.get('a')`, `.get('zz', ${e.text()})`, '.items', '.role'])}`,
    (e) =>
      `${e.any()}|${e.pick(['pprint', 'filesizeformat', 'upper', 'trim', 'xmlattr', 'urlize', 'wordcount'])}`,
  ],
  integer: [
    (e) => `${e.number()} ${e.pick(['+', '-', '*', '//', '%'])} ${e.number()}`,
    (e) => `${e.any()}|${e.pick(['length', 'count'])}`,
    (e) => `${e.any()}|int${e.pick(['', '(5)', '(0, 16)', '(base=8)'])}`,
    (e) => `${e.integers()}|${e.pick(['sum', 'max', 'min', 'first', 'last'])}`,
    (e) => `${e.postfix('integers')}[${e.small()}]`,
    (e) => `${e.text()}|wordcount`,
    (e) => `-${e.integer()}`,
    (e) => `+${e.integer()}`,
    (e) => `${e.integer()}|abs`,
    (e) => `${e.small()} ** ${e.small()}`,
    (e) => `${e.postfix('text')}.${e.pick(['count', 'find', 'rfind', 'index'])}(${e.text()})`,
    (e) => `${e.postfix('list')}.${e.pick(['count', 'index'])}(${e.any()})`,
    (e) => `(${e.integer()} if ${e.condition()} else ${e.integer()})`,
    (e) => `${e.boolean()} + ${e.integer()}`,
  ],
  float: [
    (e) => `${e.number()} / ${e.number()}`,
    (e) => `${e.number()} ${e.pick(['+', '-', '*', '%', '//', '**'])} ${e.float()}`,
    (e) => `${e.any()}|float${e.pick(['', '(2.5)'])}`,
    (e) => `${e.number()}|round${e.pick(['', '(1)', `(2, 'floor')`, `(1, 'ceil')`, '(-1)'])}`,
    (e) => `${e.float()}|abs`,
    (e) => `-${e.float()}`,
  ],
  boolean: [(e) => e.condition()],
  none: [(e) => `${e.postfix('dict')}.get('none')`],
  integers: [
    (e) => `${e.list()} + ${e.list()}`,
    (e) =>
      `${e.integers()}|${e.pick(['sort', 'reverse|list', 'unique|list', 'list', 'sort(reverse=true)', 'batch(2)|list', 'slice(2)|list', "batch(2, 'x')|list"])}`,
    (e) =>
      `${e.integers()}|${e.pick(['select', 'reject'])}${e.pick(['', `('odd')`, `('even')`, `('gt', 1)`, `('divisibleby', 2)`, `('defined')`, `('in', [1, 2])`])}|list`,
    (e) => `${e.integers()}|map(${e.pick([`'string'`, `'abs'`, `'float'`, `'default', 3`])})|list`,
    (e) =>
      `${e.postfix('integers')}[${e.pick([`${e.small()}:`, `:${e.small()}`, '::-1', `${e.small()}:${e.small()}:${e.small()}`])}]`,
    (e) => `range(${e.small()})`,
    (e) => `range(${e.small()}, ${e.small()}, ${e.small()})`,
    (e) => `[${e.any()}, ${e.any()}]`,
    (e) => `(${e.any()}, ${e.any()})`,
    (e) => `${e.integers()} * 2`,
  ],
  texts: [
    (e) => `${e.postfix('text')}.split(${e.pick(['', e.text(), `',', 1`, `sep=','`, `none, 1`])})`,
    (e) =>
      `${e.postfix('text')}.${e.pick(['splitlines()', 'splitlines(true)', "rsplit(' ', 1)", "partition(',')", "rpartition(',')"])}`,
    (e) => `${e.text()}|list`,
    (e) =>
      `${e.texts()}|map(${e.pick([`'upper'`, `'trim'`, `'length'`, `'replace', 'a', 'b'`, `'title'`])})|list`,
    (e) =>
      `${e.texts()}|${e.pick(['sort', 'sort(case_sensitive=true)', 'unique|list', 'reverse|list', 'unique(true)|list'])}`,
    (e) => `${e.dict()}|list`,
    (e) =>
      `${e.postfix('dict')}.${e.pick(['keys()|list', 'values()|list', 'items()|list', 'keys()', 'values()', 'items()'])}`,
    (e) =>
      `${e.dicts()}|map(attribute=${e.pick([`'a'`, `'b'`, `'content'`, `'a.b'`])}${e.pick(['', ', default=0'])})|list`,
  ],
  dict: [
    (e) => `{'a': ${e.any()}, 'b': ${e.any()}}`,
    (e) => `{${e.text()}: ${e.any()}, ${e.number()}: ${e.any()}}`,
    (e) => `dict(${e.dict()}, z=${e.any()})`,
    (e) => `${e.postfix('dicts')}[${e.small()}]`,
    (e) => `${e.dicts()}|${e.pick(['first', 'last'])}`,
    (e) => `${e.postfix('dict')}.copy()`,
  ],
  dicts: [
    (e) =>
      `${e.dicts()}|${e.pick(['selectattr', 'rejectattr'])}(${e.pick([`'a'`, `'a', 'defined'`, `'role', 'eq', 'user'`, `'a', 'none'`, `'b', 'string'`, `'a', 'equalto', ${e.any()}`, `'role', 'in', ['user', 'tool']`])})|list`,
    (e) =>
      `${e.dicts()}|sort(attribute=${e.pick([`'a'`, `'role'`, `'a,b'`])}${e.pick(['', ', reverse=true'])})`,
    (e) => `${e.dicts()}|groupby(${e.pick([`'a'`, `'role'`])}${e.pick(['', ', default=1'])})|list`,
    (e) => `${e.dicts()}|unique(attribute='a')|list`,
    (e) =>
      `${e.dict()}|${e.pick(['dictsort', 'items|list', "dictsort(by='value')", 'dictsort(true)', 'dictsort(reverse=true)'])}`,
    (e) => `${e.postfix('dicts')}[${e.pick(['1:', ':-1', '::-1'])}]`,
  ],
  missing: [
    (e) => `${e.postfix('missing')}.a`,
    (e) => `${e.postfix('dict')}.zz`,
    (e) => `${e.postfix('list')}[99]`,
    (e) => `${e.postfix('text')}.zz`,
    (e) => `${e.dicts()}|map('upper')`,
    (e) => `${e.integers()}|select('odd')`,
    (e) => `${e.any()}|attr('a')`,
  ],
};

const CONDITIONS: readonly Make[] = [
  (e) => `${e.any()} ${e.pick(['==', '!='])} ${e.any()}`,
  (e) => `${e.number()} ${e.pick(['<', '<=', '>', '>='])} ${e.number()}`,
  (e) => `${e.any()} ${e.pick(['<', '>='])} ${e.any()}`,
  (e) => `${e.number()} < ${e.number()} ${e.pick(['<', '==', '>='])} ${e.number()}`,
  (e) => `${e.any()} ${e.pick(['in', 'not in'])} ${e.any()}`,
  (e) => `${e.text()} ${e.pick(['in', 'not in'])} ${e.text()}`,
  (e) => `not ${e.any()}`,
  (e) => `(${e.condition()} ${e.pick(['and', 'or'])} ${e.condition()})`,
  (e) =>
    `${e.any()} is ${e.pick(['', 'not '])}${e.pick(['defined', 'undefined', 'none', 'string', 'number', 'integer', 'float', 'boolean', 'mapping', 'sequence', 'iterable', 'callable', 'true', 'false', 'escaped', 'lower', 'upper'])}`,
  (e) => `${e.number()} is ${e.pick(['odd', 'even', 'divisibleby 2', `divisibleby(${e.small()})`])}`,
  (e) => `${e.any()} is ${e.pick(['eq', 'ne', 'in', 'lt', 'ge'])}(${e.any()})`,
  // Which equal strings are one object is CPython's own affair.
  (e) => `${e.any()} is sameas(${e.pick(['true', 'false', 'none'])})`,
  (e) => `${e.postfix('text')}.${e.pick(['startswith', 'endswith'])}(${e.pick([e.text(), `('a', 'b')`])})`,
  (e) =>
    `${e.postfix('text')}.${e.pick(['isdigit', 'isalpha', 'isalnum', 'isupper', 'islower', 'isspace', 'isnumeric', 'isdecimal', 'istitle', 'isidentifier', 'isascii', 'isprintable'])}()`,
];

const POSTFIX_SAFE = /^(?:[\w.]+|'[^']*'|"[^"]*"|\[[^[\]]*\]|\([^()]*\))$/;

/** Makes expressions of a kind; now and then of another, as templates get wrong values too. */
export class Expressions {
  private depth = 0;

  constructor(
    readonly random: Random,
    readonly scope: Scope,
  ) {}

  pick(items: readonly string[]): string {
    return this.random.pick(items);
  }

  text = () => this.of('text');
  integer = () => this.of('integer');
  float = () => this.of('float');
  integers = () => this.of('integers');
  texts = () => this.of('texts');
  dict = () => this.of('dict');
  dicts = () => this.of('dicts');
  boolean = () => this.of('boolean');
  number = () => this.of(this.random.pick<Kind>(['integer', 'integer', 'float']));
  list = () => this.of(this.random.pick<Kind>(['integers', 'texts', 'texts', 'dicts']));
  small = () => this.pick(['0', '1', '2', '3', '-1', '-2', '5', ...this.scope.integer.slice(2)]);

  any = () =>
    this.of(
      this.random.pick<Kind>([
        ...(['text', 'text', 'text', 'integer', 'integer', 'float', 'boolean', 'none'] as const),
        ...(['integers', 'texts', 'dict', 'dicts', 'missing'] as const),
      ]),
    );

  condition(): string {
    if (this.depth > 3) return this.simple('boolean');
    const odd = this.random.chance(0.15) ? ODD.boolean : undefined;
    return this.deeper(() => this.random.pick(odd ?? CONDITIONS)(this));
  }

  /** What a dot, a bracket or an argument list may follow. */
  postfix(kind: Kind | 'list'): string {
    const made = kind === 'list' ? this.list() : this.of(kind);
    return POSTFIX_SAFE.test(made) && !/^[\d.]+$/.test(made) ? made : `(${made})`;
  }

  of(kind: Kind): string {
    const wanted = this.random.chance(0.02) ? this.random.pick(Object.keys(VARIABLES) as Kind[]) : kind;
    if (this.depth > 3 || this.random.chance(0.45)) return this.simple(wanted);
    const odd = this.random.chance(0.15) ? ODD[wanted] : undefined;
    const made = this.deeper(() => this.random.pick(odd ?? MADE[wanted])(this));
    return this.depth > 0 && /[^\w'".]/.test(made) ? `(${made})` : made;
  }

  private simple(kind: Kind): string {
    const literals = LITERALS[kind];
    return literals && this.random.chance(0.4) ? this.pick(literals) : this.pick(this.scope[kind]);
  }

  private deeper(make: () => string): string {
    this.depth++;
    const made = make();
    this.depth--;
    return made;
  }
}
