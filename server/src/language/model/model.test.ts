import { describe, expect, it } from 'vitest';
import { enclosing, nodeAt } from '../node.ts';
import { atCursor, marked, parse } from '../testing/parser.ts';
import { modelOf } from './index.ts';
import { shapeOf } from './shape.ts';

/** The text with every occurrence of the symbol at the cursor marked. */
function occurrences(withCursor: string): string {
  const { text, offset } = atCursor(withCursor);
  const symbol = modelOf(parse(text).root, text).symbolAt(offset);
  return symbol ? `${symbol.kind}: ${marked(text, symbol.occurrences)}` : 'nothing';
}

describe('what a name means', () => {
  it.each([
    ['{% set a = 1 %}{{ a█ }}', 'variable: {% set ⟦a⟧ = 1 %}{{ ⟦a⟧ }}'],
    ['{{ a█ }}{% set a = 1 %}{{ a }}', 'context: {{ ⟦a⟧ }}{% set a = 1 %}{{ a }}'],
    ['{% set a = a█ %}{{ a }}', 'context: {% set a = ⟦a⟧ %}{{ a }}'],
    ['{% for a in a %}{{ a█ }}{% endfor %}', 'loop-variable: {% for ⟦a⟧ in a %}{{ ⟦a⟧ }}{% endfor %}'],
    [
      '{% for a in b if a.c %}{{ a█ }}{% else %}{{ a }}{% endfor %}{{ a }}',
      'loop-variable: {% for ⟦a⟧ in b if ⟦a⟧.c %}{{ ⟦a⟧ }}{% else %}{{ a }}{% endfor %}{{ a }}',
    ],
    ['{% for k, v in b %}{{ v█ }}{% endfor %}', 'loop-variable: {% for k, ⟦v⟧ in b %}{{ ⟦v⟧ }}{% endfor %}'],
    [
      '{% set x = 0 %}{% for a in b %}{{ x }}{% set x = 1 %}{{ x█ }}{% endfor %}{{ x }}',
      'variable: {% set x = 0 %}{% for a in b %}{{ x }}{% set ⟦x⟧ = 1 %}{{ ⟦x⟧ }}{% endfor %}{{ x }}',
    ],
    [
      '{% if c %}{% set x = 0 %}{% else %}{% set x = 1 %}{% endif %}{{ x█ }}',
      'variable: {% if c %}{% set ⟦x⟧ = 0 %}{% else %}{% set ⟦x⟧ = 1 %}{% endif %}{{ ⟦x⟧ }}',
    ],
    [
      '{% macro f(a, b=a) %}{{ a█ }}{% endmacro %}{{ f(a=a) }}',
      'parameter: {% macro f(⟦a⟧, b=⟦a⟧) %}{{ ⟦a⟧ }}{% endmacro %}{{ f(⟦a⟧=a) }}',
    ],
    [
      '{% macro f() %}{{ g() }}{% endmacro %}{% macro g█() %}{% endmacro %}{{ g() }}',
      'macro: {% macro f() %}{{ ⟦g⟧() }}{% endmacro %}{% macro ⟦g⟧() %}{% endmacro %}{{ ⟦g⟧() }}',
    ],
    ['{% macro f() %}{{ f█() }}{% endmacro %}', 'macro: {% macro ⟦f⟧() %}{{ ⟦f⟧() }}{% endmacro %}'],
    [
      '{% set ns = namespace(a=0) %}{% set ns.a█ = ns.a + 1 %}{{ x.a }}',
      'attribute: {% set ns = namespace(⟦a⟧=0) %}{% set ns.⟦a⟧ = ns.⟦a⟧ + 1 %}{{ x.a }}',
    ],
    [
      '{% set ns = namespace(a=0) %}{% set ns█.a = ns.a %}',
      'namespace: {% set ⟦ns⟧ = namespace(a=0) %}{% set ⟦ns⟧.a = ⟦ns⟧.a %}',
    ],
    [
      '{% with a = 1, b = a %}{{ a█ }}{% endwith %}{{ a }}',
      'variable: {% with ⟦a⟧ = 1, b = a %}{{ ⟦a⟧ }}{% endwith %}{{ a }}',
    ],
    ['{% call(x) f() %}{{ x█ }}{% endcall %}', 'parameter: {% call(⟦x⟧) f() %}{{ ⟦x⟧ }}{% endcall %}'],
    ['{% set t %}{{ t }}{% endset %}{{ t█ }}', 'variable: {% set ⟦t⟧ %}{{ t }}{% endset %}{{ ⟦t⟧ }}'],
    [
      '{% for a in b %}{{ loop█.first }}{% for c in d %}{{ loop.last }}{% endfor %}{% endfor %}',
      'special: {% for a in b %}{{ ⟦loop⟧.first }}{% for c in d %}{{ loop.last }}{% endfor %}{% endfor %}',
    ],
    [
      '{% generation %}{% set x = 1 %}{{ x█ }}{% endgeneration %}{{ x }}',
      'variable: {% generation %}{% set ⟦x⟧ = 1 %}{{ ⟦x⟧ }}{% endgeneration %}{{ x }}',
    ],
    [
      '{{ mess█ages }}{% for m in messages %}{% endfor %}',
      'context: {{ ⟦messages⟧ }}{% for m in ⟦messages⟧ %}{% endfor %}',
    ],
    ['{{ a|tri█m }}', 'nothing'],
    ['{{ a.b█ }}', 'nothing'],
    ['{{ a is defi█ned }}', 'nothing'],
    ['{{ a if b is defined if█ }}', 'nothing'],
    // Broken templates keep their names.
    ['{% set a = 1 %}{{ a█. }}{% if %}{{ a }}', 'variable: {% set ⟦a⟧ = 1 %}{{ ⟦a⟧. }}{% if %}{{ ⟦a⟧ }}'],
    [
      '{% for m in b %}{% if m.x == %}{{ m█ }}',
      'loop-variable: {% for ⟦m⟧ in b %}{% if ⟦m⟧.x == %}{{ ⟦m⟧ }}',
    ],
  ])('%s', (text, expected) => expect(occurrences(text)).toBe(expected));

  it.each([
    ['{% set a = 1 %}{% for m in b %}█{% endfor %}{% set c = 1 %}', ['m', 'loop', 'a']],
    ['{% for m in b %}{% endfor %}█', []],
    ['{% for m in b %}{% else %}{{ █ }}{% endfor %}', []],
    ['{% macro f(x) %}{{ █ }}{% endmacro %}', ['x', 'caller', 'varargs', 'kwargs', 'f']],
    ['{% for m in b %}{% if m.█', ['m', 'loop']],
  ])('can be read: %s', (withCursor, names) => {
    const { text, offset } = atCursor(withCursor);
    expect(
      modelOf(parse(text).root, text)
        .visibleAt(offset)
        .map(({ name }) => name),
    ).toEqual(names);
  });
});

describe('what a value looks like', () => {
  it.each([
    ['{% for x in messages %}{{ x█ }}{% endfor %}', 'message'],
    ['{% for x in messages[1:] if x %}{{ x.tool_calls█ }}{% endfor %}', 'tool-calls'],
    ["{% set m = messages[-1] %}{{ m['content']█ }}", 'content'],
    ["{% set ms = messages | rejectattr('role', 'equalto', 'system') | list %}{{ ms[0]█ }}", 'message'],
    ['{% for m in messages %}{{ loop.previtem█ }}{% endfor %}', 'message'],
    ['{% for t in tools %}{{ t.function.parameters█ }}{% endfor %}', 'schema'],
    ['{% for m in messages %}{% set c = m.content | trim %}{{ c█ }}{% endfor %}', 'text'],
    ['{% set a = b %}{% set b = a %}{{ b█ }}', null],
    ['{{ message█ }}', 'message'],
    ['{{ x█ }}', null],
  ])('%s: %s', (withCursor, shape) => {
    const { text, offset } = atCursor(withCursor);
    const { root } = parse(text);
    const leaf = nodeAt(root, offset);
    const isWhole = leaf.parent?.kind === 'attribute' || leaf.kind === ']';
    const node = isWhole ? enclosing(leaf, 'attribute', 'subscript') : leaf;
    expect(shapeOf(node, modelOf(root, text))).toBe(shape);
  });
});
