import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../load.ts';
import type { Node, Span } from './ast.ts';
import { parseTemplate } from './parser.ts';
import { nodesOf } from './walk.ts';

/** `source` with the marks of one span: `{{ |a.b| }}`. */
function marked(source: string, { start, end }: Span): string {
  return `${source.slice(0, start)}|${source.slice(start, end)}|${source.slice(end)}`;
}

function nodes(source: string): Node[] {
  const { template, error } = parseTemplate(source);
  if (!template) throw new Error(error?.message);
  return [...nodesOf(template)];
}

/** The marked stretch is the span of a node of this kind. */
function check(text: string, kind: Node['kind']): void {
  const source = text.replaceAll('|', '');
  const spans = nodes(source).filter((node) => node.kind === kind);
  expect(spans.map(({ span }) => marked(source, span))).toContain(text);
}

describe('spans are those of the expression itself', () => {
  it.each<[string, Node['kind']]>([
    ['{% if  |x|  %}{% endif %}', 'name'],
    ['{% if (|a + b|) %}{% endif %}', 'binary'],
    ['{{ |(a + b) * c| }}', 'binary'],
    ['{{ (|a if b else c|) ~ d }}', 'conditional'],
    ['{{ |(a if b else c) ~ d| }}', 'concat'],
    ['{{ |(a, b)| }}', 'tuple'],
    ['{{ (|(a, b)|) }}', 'tuple'],
    ['{{ |a, b| }}', 'tuple'],
    ['{{ |()| }}', 'tuple'],
    ['{{ |a.b|.c }}', 'attribute'],
    ['{{ |(a).b| }}', 'attribute'],
    ['{{ a[|1:2|] }}', 'slice'],
    ['{{ |a[1:2]|.b }}', 'subscript'],
    ['{{ |f(a, b=1)|.c }}', 'call'],
    ['{{ |a is not divisibleby 3| and b }}', 'test'],
    ['{{ |not a is none| and b }}', 'unary'],
    ['{{ |a < b <= c| or d }}', 'compare'],
    ['{{ |a and b| or d }}', 'logical'],
    [`{{ |'a' "b"| ~ c }}`, 'string'],
    ['{{ [|1.5e3|, 2] }}', 'float'],
    ['{{ |{1: 2}|.a }}', 'dict'],
    ['a |{{- a -}}|  b', 'output'],
    ['a |{% if x %}b{% elif y %}c{% else %}d{% endif %}|\n', 'if'],
    ['{% if x %}b|{%- elif y -%}| c{% endif %}', 'branch'],
    ['|{%- set a = 1 +%}|\n', 'set'],
    ['{% set |a.b| = 1 %}', 'namespace-target'],
    ['{% for |a, b| in c %}{% endfor %}', 'tuple-target'],
    ['|{% generation %}a{% endgeneration %}|b', 'generation'],
    [' |é 漢 😀|{# c #}b', 'text'],
  ])('%s', (text, kind) => check(text.startsWith(' |é') ? text.slice(1) : text, kind));

  it('marks filters with and without their operand', () => {
    const source = '{{ a.b|default("x", true)|trim }}';
    const spans = nodes(source).flatMap((node) =>
      node.kind === 'filter' ? [node.span, node.use.span, node.use.nameSpan] : [],
    );
    expect(spans.map(({ start, end }) => source.slice(start, end))).toEqual([
      'a.b|default("x", true)|trim',
      'trim',
      'trim',
      'a.b|default("x", true)',
      'default("x", true)',
      'default',
    ]);
  });

  it('marks names, parameters and arguments on their own', () => {
    const source = '{% macro f(a, b=1) %}{% endmacro %}{{ x.y is even }}{{ g(k = 2) }}';
    const spans = nodes(source).flatMap((node) => {
      if (node.kind === 'macro') return [node.nameSpan, ...node.parameters.map(({ span }) => span)];
      if (node.kind === 'attribute' || node.kind === 'test') return [node.nameSpan];
      return node.kind === 'call' ? node.args.keyword.map(({ span }) => span) : [];
    });
    expect(spans.map(({ start, end }) => source.slice(start, end))).toEqual([
      ...['f', 'a', 'b', 'even', 'y', 'k = 2'],
    ]);
  });

  it('marks the opening tag of a loop', () => {
    const source = 'a{%- for x in y if x recursive -%} b{% else %}c{% endfor %}';
    const [loop] = nodes(source).filter((node) => node.kind === 'for');
    expect(loop && marked(source, loop.tag)).toBe(
      'a|{%- for x in y if x recursive -%}| b{% else %}c{% endfor %}',
    );
  });
});

describe('text', () => {
  const texts = (source: string) => nodes(source).flatMap((node) => (node.kind === 'text' ? [node] : []));

  it.each([
    ['a\n  {% if x %}\n  b\n  {% endif %}\nc\n', 'a\n  b\nc'],
    ['a  {{- x -}}  b', 'ab'],
    ['a\n  {{ x }}\n\n', 'a\n  \n'],
    ['  {# a #}  {# b #}\nc', '  c'],
    ['  {%+ if x +%}\n  {%- endif %}x', '  x'],
    ['{% raw %} {{ a }} {% b %}{% endraw %}\n', ' {{ a }} {% b %}'],
    ['  {% raw -%} \n a  {%- endraw -%} \n b', 'ab'],
    ['a } }} %} #} { b', 'a } }} %} #} { b'],
    ['a\r\nb\rc\r\n', 'a\nb\nc'],
    ['{% if x %}\r\n a\r\n{% endif %}', ' a\n'],
  ])('%j prints %j', (source, expected) => {
    expect(
      texts(source)
        .map(({ value }) => value)
        .join(''),
    ).toBe(expected);
  });

  it('maps one to one to the source, but for a newline that is written otherwise', () => {
    const source = 'ab\r\nc\n{{ x }}\rd{% if x -%} \r\n e{% endif %}';
    const written = texts(source).map(({ value, span }) => [value, source.slice(span.start, span.end)]);
    expect(written).toEqual([
      ...[
        ['ab', 'ab'],
        ['\n', '\r\n'],
        ['c\n', 'c\n'],
      ],
      ...[
        ['\n', '\r'],
        ['d', 'd'],
        ['e', 'e'],
      ],
    ]);
  });
});

describe('binding', () => {
  /** An expression with every operation in parentheses. */
  function shape(node: Node): string {
    switch (node.kind) {
      case 'name':
        return node.name;
      case 'integer':
        return String(node.value);
      case 'unary':
        return `(${node.operator} ${shape(node.operand)})`;
      case 'binary':
      case 'logical':
        return `(${shape(node.left)} ${node.operator} ${shape(node.right)})`;
      case 'compare':
        return `(${[shape(node.first), ...node.rest.flatMap((part) => [part.operator, shape(part.operand)])].join(' ')})`;
      case 'concat':
        return `(${node.operands.map(shape).join(' ~ ')})`;
      case 'attribute':
        return `${shape(node.object)}.${node.attribute}`;
      case 'subscript':
        return `${shape(node.object)}[${shape(node.index)}]`;
      case 'call':
        return `${shape(node.callee)}(${node.args.positional.map(shape).join(', ')})`;
      case 'filter':
        return `(${shape(node.operand)}|${node.use.name})`;
      case 'test':
        return `(${shape(node.operand)} is${node.negated ? ' not' : ''} ${[node.name, ...node.args.positional.map(shape)].join(' ')})`;
      case 'conditional':
        return `(${shape(node.consequence)} if ${shape(node.condition)}${node.alternative ? ` else ${shape(node.alternative)}` : ''})`;
      default:
        return node.kind;
    }
  }

  it.each([
    ['-1|abs', '((- 1)|abs)'],
    ['-a.b', '(- a.b)'],
    ['2**3**2', '((2 ** 3) ** 2)'],
    ['-2**2', '((- 2) ** 2)'],
    ['2**-1', '(2 ** (- 1))'],
    ['a is defined and b', '((a is defined) and b)'],
    ['not a in b', '(not (a in b))'],
    ['a not in b', '(a not in b)'],
    ['a.b is eq 3', '(a.b is eq 3)'],
    ['a is eq b|trim', '((a is eq b)|trim)'],
    ['a is divisibleby 3 or b', '((a is divisibleby 3) or b)'],
    ['a + b ~ c + d', '((a + (b ~ c)) + d)'],
    ['a ~ b * c ~ d', '(a ~ (b * c) ~ d)'],
    ['a < b == c in d', '(a < b == c in d)'],
    ['a if b', '(a if b)'],
    ['a if b else c if d else e', '(a if b else (c if d else e))'],
    ['a or b and not c', '(a or (b and (not c)))'],
    ['x.0.1', 'x.0.1'],
    ['a|length > 1', '((a|length) > 1)'],
    ['a|map(b)(c)', '(a|map)(c)'],
    ['a - b - c', '((a - b) - c)'],
    ['a // b % c', '((a // b) % c)'],
  ])('%s', (source, expected) => {
    const output = nodes(`{{ ${source} }}`).find((node) => node.kind === 'output');
    expect(output?.kind === 'output' && shape(output.value)).toBe(expected);
  });

  it('numbers its nodes densely', () => {
    const ids = nodes(
      '{% for a in b %}{{ a|f(x=1)|g is h }}{% endfor %}'
        .replace(/[fgh](?=[(| ])/g, 'trim')
        .replace('is trim', 'is none'),
    )
      .map(({ id }) => id)
      .sort((a, b) => a - b);
    expect(ids).toEqual(ids.map((_, index) => index));
  });
});

describe('hostile templates', () => {
  const errorOf = (source: string) => load(source).error?.type ?? null;

  it.each([
    ['{{ ' + '('.repeat(1e5)],
    ['{{ ' + '['.repeat(1e5)],
    ['{{ ' + '{1:'.repeat(1e5)],
    ['{{ ' + 'f('.repeat(1e5)],
    ['{{ ' + '-'.repeat(1e5) + '1 }}'],
    ['{{ ' + 'not '.repeat(1e5) + '1 }}'],
    ['{{ ' + 'x if y else '.repeat(1e5) + '1 }}'],
    ['{{ x ' + 'is eq x '.repeat(1e5) + '}}'],
    ['{% if x %}'.repeat(1e5)],
    ['{% set x %}'.repeat(1e5)],
    ['{{ x' + '.a'.repeat(1e5) + ' }}'],
    ['{{ x' + '|trim'.repeat(1e5) + ' }}'],
    ['{{ x' + ' + x'.repeat(1e5) + ' }}'],
  ])('nested without end: an error (%#)', (source) => {
    expect(errorOf(source)).toMatch(/^(RecursionError|SyntaxError|TemplateSyntaxError)$/);
  });

  it('reads long but flat templates', () => {
    expect(errorOf('{{ x' + ' ~ x'.repeat(1e4) + ' }}')).toBeNull();
    expect(errorOf('{% if x %}' + '{% elif y %}a'.repeat(2000) + '{% endif %}')).toBeNull();
    expect(errorOf('{'.repeat(1e5))).toMatch(/TemplateSyntaxError|RecursionError/);
  });

  it('gives a value for whatever is cut off or mangled', () => {
    const fixture = join(import.meta.dirname, '../../../../test-fixtures/syntax/answers.json');
    const { cases } = JSON.parse(readFileSync(fixture, 'utf8')) as { cases: [string, unknown][] };
    const whole = cases.map(([template]) => template.slice(0, 200)).join('\n');
    let seed = 7;
    const below = (limit: number) => (seed = (seed * 48271) % 0x7fffffff) % limit;
    for (let round = 0; round < 3000; round++) {
      const start = below(whole.length);
      const piece = whole.slice(start, start + below(120));
      const at = below(piece.length + 1);
      const mangled = piece.slice(0, at) + String.fromCharCode(below(0x3000)) + piece.slice(at + below(3));
      const { program, error } = load(mangled);
      expect(program === null).toBe(error !== null);
    }
  });
});
