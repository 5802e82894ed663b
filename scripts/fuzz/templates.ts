import type { Kind } from './contexts.ts';
import { Expressions, initialScope } from './expressions.ts';
import type { Scope } from './expressions.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';

const TEXTS = [
  ...['a', ' ', '\n', '\n\n', '  ', ' \n ', '\t', 'text', '<|im_start|>', '<b>&', 'é', '漢', '😀', 'e\u0301'],
  ...[
    '{',
    '}',
    '{ {',
    '}}',
    '#}',
    '%}',
    '\r\n',
    '\r',
    '\u00a0',
    'line\n  ',
    '\n  ',
    "'",
    '"',
    '\\n',
    '\u2028',
    '\v',
  ],
];

/** A template from the grammar of chat templates, mostly well typed. */
export function generateTemplate(random: Random): string {
  const template = new Templates(random).body(random.pick([1, 2, 2, 3]), {
    loop: false,
    macros: [],
    calls: 0,
  });
  return random.chance(DAMAGED) ? mutate(template, random) : template;
}

/** Share of templates with something wrong in them. */
const DAMAGED = 0.06;

interface Place {
  /** Directly in a loop: `break`, `continue` and `loop` mean something. */
  readonly loop: boolean;
  /** Macros of two parameters that may be called. */
  readonly macros: string[];
  /** Macros around it: `caller` may be called. */
  readonly calls: number;
}

class Templates {
  private scope: Scope = initialScope();
  private names = 0;

  constructor(private readonly random: Random) {}

  body(depth: number, place: Place): string {
    const length = 1 + this.random.below(depth > 1 ? 3 : 2);
    return Array.from({ length }, () => this.piece(depth, place)).join('');
  }

  private piece(depth: number, place: Place): string {
    const { random } = this;
    const choice = random.below(depth > 0 ? 40 : 14);
    if (choice < 4) return random.pick(TEXTS);
    if (choice < 12) return this.output(place);
    if (choice === 12) return this.set();
    if (choice === 13) return random.pick(['{# c #}', '{#- c -#}', ' {# c #} ', '{#+ c +#}']);
    if (choice < 19) return this.if(depth, place);
    if (choice < 25) return this.for(depth, place);
    if (choice === 25) return this.macro(depth, place);
    if (choice === 26) return this.setBlock(depth, place);
    if (choice === 27) return this.namespace(depth, place);
    if (choice === 28) return this.around('with', this.binding(), depth, place);
    if (choice === 29)
      return this.around(
        'filter',
        random.pick(['upper', 'trim', "replace('a', 'b')", 'indent(2)', 'title', 'escape|join', 'tojson']),
        depth,
        place,
      );
    if (choice === 30) return this.around('generation', '', depth, { ...place, loop: false });
    if (choice === 31) return `${this.tag('raw')}${random.pick(TEXTS)}{{ x }}${this.tag('endraw')}`;
    if (choice === 32) return this.call(depth, place);
    if (choice === 33) return this.recursion(depth, place);
    if (choice === 34) return this.block(depth, place);
    if (choice === 35)
      return this.around('autoescape', random.pick(['true', 'false', 'b', 's']), depth, place);
    if (choice === 36) return this.spread(place);
    if (choice === 37) return this.outerLoop(depth, place);
    if (choice === 38 && random.chance(0.1)) return this.load();
    return place.loop ? this.loopControl() : this.output(place);
  }

  private tag(inside: string): string {
    const { random } = this;
    const open = random.pick(['{%', '{%', '{%', '{%-', '{%-', '{%+']);
    const close = random.pick(['%}', '%}', '%}', '-%}', '-%}', '+%}']);
    return `${open} ${inside} ${close}`;
  }

  private expressions(): Expressions {
    return new Expressions(this.random, this.scope);
  }

  private output(place: Place): string {
    const { random } = this;
    const own = place.loop && random.chance(0.2) ? this.ofLoop() : null;
    const called = place.macros.length > 0 && random.chance(0.15);
    const macro = called ? `${random.pick(place.macros)}(${this.given()})` : null;
    const [open, close] = random.pick([
      ['{{', '}}'],
      ['{{', '}}'],
      ['{{-', '-}}'],
      ['{{', '-}}'],
    ]);
    return `${open} ${own ?? macro ?? this.expressions().any()} ${close}`;
  }

  /** Arguments for a macro. */
  private given(): string {
    const { random } = this;
    const any = () => this.expressions().any();
    return random.pick([
      any,
      () => '',
      () => `${any()}, ${any()}`,
      () => `q=${any()}`,
      () => `${any()}, q=${any()}, r=${any()}`,
      () => `${any()}, ${any()}, ${any()}`,
      () => `*${this.expressions().postfix('list')}`,
      () => `**{'q': ${any()}}`,
    ])();
  }

  private ofLoop(): string {
    return this.random.pick([
      ...[
        'loop.index',
        'loop.index0',
        'loop.first',
        'loop.last',
        'loop.length',
        'loop.revindex',
        'loop.revindex0',
      ],
      ...[
        'loop.previtem',
        'loop.nextitem',
        "loop.cycle('a', 'b')",
        'loop.changed(loop.index0 // 2)',
        'loop.depth',
      ],
      ...[
        'loop.changed(loop.first, 1)',
        'loop.previtem is defined',
        'loop.nextitem.a',
        'loop|length',
        'loop.x',
      ],
      ...["loop.cycle(*['a', 'b', 'c'])", 'loop.depth0 ~ loop.revindex0', 'loop.cycle()', 'loop'],
    ]);
  }

  private set(): string {
    const { random } = this;
    if (random.chance(0.1)) {
      const [first, second] = [this.name('text'), this.name('integer')];
      return this.tag(
        `set ${first}, ${second} = ${this.expressions().text()}, ${this.expressions().integer()}`,
      );
    }
    const kind = random.pick<Kind>(['text', 'integer', 'integers', 'dict', 'float', 'boolean']);
    const value = this.expressions().of(kind);
    const name = random.chance(0.3) ? random.pick(this.scope[kind]) : this.name(kind);
    return this.tag(`set ${name} = ${value}`);
  }

  private setBlock(depth: number, place: Place): string {
    const body = this.body(depth - 1, place);
    const filter = this.random.pick(['', '', ' | trim', ' | upper | length', " | replace('a', s) | trim"]);
    return `${this.tag(`set ${this.name('text')}${filter}`)}${body}${this.tag('endset')}`;
  }

  private name(kind: Kind): string {
    const name = `v${this.names++ % 6}`;
    for (const names of Object.values(this.scope))
      if (names.includes(name)) names.splice(names.indexOf(name), 1);
    this.scope[kind].push(name);
    return name;
  }

  private if(depth: number, place: Place): string {
    const { random } = this;
    const parts = [this.tag(`if ${this.condition(place)}`), this.body(depth - 1, place)];
    if (random.chance(0.2))
      parts.push(this.tag(`elif ${this.condition(place)}`), this.body(depth - 1, place));
    if (random.chance(0.4)) parts.push(this.tag('else'), this.body(depth - 1, place));
    return parts.join('') + this.tag('endif');
  }

  private condition(place: Place): string {
    if (place.loop && this.random.chance(0.3))
      return this.random.pick(['loop.first', 'not loop.last', 'loop.index0 is odd']);
    return this.random.chance(0.3) ? this.expressions().any() : this.expressions().condition();
  }

  private for(depth: number, place: Place): string {
    const { random } = this;
    const saved = structuredClone(this.scope);
    const kind = random.pick<Kind>(['integers', 'texts', 'dicts', 'dicts', 'text']);
    const pairs = random.chance(0.2);
    const over = pairs ? `${this.expressions().postfix('dict')}.items()` : this.expressions().of(kind);
    const item: Kind = kind === 'integers' ? 'integer' : kind === 'dicts' ? 'dict' : 'text';
    const target = pairs ? `${this.name('text')}, ${this.name('text')}` : this.name(item);
    const filter = random.chance(0.2) ? ` if ${this.expressions().condition()}` : '';
    const body = this.body(depth - 1, { ...place, loop: true });
    this.scope = saved;
    const otherwise = random.chance(0.2) ? this.tag('else') + this.body(depth - 1, place) : '';
    return `${this.tag(`for ${target} in ${over}${filter}`)}${body}${otherwise}${this.tag('endfor')}`;
  }

  private macro(depth: number, place: Place): string {
    const saved = structuredClone(this.scope);
    const name = `macro${place.macros.length}`;
    this.scope.text.push('p');
    this.scope.text.push('q');
    const defaultValue = this.random.pick([`='d'`, '=none', '=p', '=s|upper', '']);
    const inside = { loop: false, macros: [...place.macros], calls: place.calls + 1 };
    const body = this.body(depth - 1, inside);
    this.scope = saved;
    const caller = this.random.pick([
      ...['', '', '', '', '{{ caller() if caller }}', '{{ caller() }}', '{{ caller(p, q) if caller }}'],
      ...[
        '{{ varargs }}',
        '{{ kwargs }}',
        `{{ ${name}.name }}{{ ${name}.arguments }}`,
        '{{ caller.arguments }}',
      ],
      ...[
        '{{ kwargs.r }}{{ varargs|length }}',
        `{% if p is number and 0 < p < 3 %}{{ ${name}(p - 1) }}{% endif %}`,
      ],
    ]);
    place.macros.push(name);
    return `${this.tag(`macro ${name}(p, q${defaultValue})`)}${body}${caller}${this.tag('endmacro')}`;
  }

  private call(depth: number, place: Place): string {
    if (place.macros.length === 0) return this.output(place);
    const parameters = this.random.pick(['', '', '(x)', '(x, y=1)', "(x='d')", '()']);
    const call = `call${parameters} ${this.random.pick(place.macros)}(${this.given()})`;
    return `${this.tag(call)}${this.body(depth - 1, { ...place, loop: false })}${this.tag('endcall')}`;
  }

  private namespace(depth: number, place: Place): string {
    const kind = this.random.pick<Kind>(['integer', 'text']);
    const opening = this.tag(`set ns = namespace(v=${this.expressions().of(kind)})`);
    const saved = structuredClone(this.scope);
    this.scope[kind].push('ns.v');
    const update = this.tag(`set ns.v = ${this.expressions().of(kind)}`);
    const body = this.body(depth - 1, place);
    const loop = this.random.chance(0.5)
      ? `${this.tag('for i in range(3)')}${update}${this.tag('endfor')}`
      : update;
    this.scope = saved;
    return `${opening}${loop}${body}{{ ns.v }}`;
  }

  private binding(): string {
    const value = this.expressions().text();
    return this.random.pick([`w = ${value}`, `w = ${value}, x = w`, `s = ${value}`, '']);
  }

  private recursion(depth: number, place: Place): string {
    const over = this.expressions().list();
    const body = this.body(depth - 1, { ...place, loop: true });
    const inner = this.random.pick(['ys', '[item]', 'ss', 'item', 'item.a', 'loop']);
    const again = this.random.pick([
      'loop.depth < 3',
      'loop.depth < 2 and not loop.last',
      'loop.depth0 == 0',
    ]);
    return `${this.tag(`for item in ${over} recursive`)}${body}{{ loop(${inner}) if ${again} }}${this.tag('endfor')}`;
  }

  private outerLoop(depth: number, place: Place): string {
    const body = this.body(depth - 1, { ...place, loop: true });
    const of = this.random.pick(['index', 'last', 'previtem', "cycle('a', 'b')", 'changed(i)', 'depth']);
    const [start, end] = [this.tag('for i in xs'), this.tag('endfor')];
    return `${start}${this.tag('set outer = loop')}${this.tag('for j in ss')}{{ outer.${of} }}${body}${end}${end}`;
  }

  private block(depth: number, place: Place): string {
    const name = `block${this.names++}`;
    const body = this.body(depth - 1, { loop: false, macros: [], calls: place.calls });
    const scoped = this.random.pick(['', '', ' scoped', ' required']);
    const again = this.random.pick(['', '', `{{ self.${name}() }}`, '{{ super() }}', `{{ self.${name} }}`]);
    return `${this.tag(`block ${name}${scoped}`)}${body}${this.tag('endblock')}${again}`;
  }

  /** Targets that take values apart. */
  private spread(place: Place): string {
    const { random } = this;
    const target = random.pick(['k, v', '(k, v)', 'k, (v, w)', 'k,', '[k, v]', 'ns.v', 'loop', 'k, k']);
    const value = random.pick([() => this.expressions().list(), () => this.expressions().any()])();
    if (random.chance(0.4)) return `${this.tag(`set ${target} = ${value}`)}{{ k }}`;
    const over = random.pick([value, 'd|items', 'ds|map("items")', 'messages|batch(2)', "ds|groupby('a')"]);
    const shown = place.loop ? 'loop.index' : 'k';
    return `${this.tag(`for ${target} in ${over}`)}{{ ${shown} }}${this.tag('endfor')}`;
  }

  private load(): string {
    return this.tag(
      this.random.pick([
        ...[
          "include 'x'",
          "include 'x' ignore missing",
          "extends 'x'",
          "import 'x' as y",
          "from 'x' import y",
        ],
        ...['include s', 'do x', 'trans', 'debug'],
      ]),
    );
  }

  private around(tag: string, rest: string, depth: number, place: Place): string {
    const saved = structuredClone(this.scope);
    const body = this.body(depth - 1, place);
    this.scope = saved;
    return `${this.tag(`${tag} ${rest}`.trim())}${body}${this.tag(`end${tag}`)}`;
  }

  private loopControl(): string {
    return this.tag(this.random.pick(['break', 'continue']));
  }
}
