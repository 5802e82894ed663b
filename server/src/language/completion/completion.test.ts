import { describe, expect, it } from 'vitest';
import { analyse, completions } from '../index.ts';
import type { Completion } from '../index.ts';
import { atCursor, parse } from '../testing/parser.ts';

function at(withCursor: string): { text: string; items: readonly Completion[] } {
  const { text, offset } = atCursor(withCursor);
  return { text, items: completions(analyse(parse(text)), offset) };
}

const labels = (withCursor: string) => at(withCursor).items.map(({ label }) => label);

/** The text after the item of that name is taken; `snippet` places stay as they are. */
function taken(withCursor: string, label: string): string {
  const { text, items } = at(withCursor);
  const item = items.find((each) => each.label === label);
  if (!item) return `no ${label}`;
  return text.slice(0, item.start) + item.insert + text.slice(item.end);
}

describe('completion', () => {
  it.each([
    ['{{ a|█ }}', 'tojson', '{{ a|tojson }}'],
    ['{{ a | repl█ }}', 'replace', '{{ a | replace($1) }}'],
    ['{% filter up█ %}{% endfilter %}', 'upper', '{% filter upper %}{% endfilter %}'],
    ['{{ a is def█ }}', 'defined', '{{ a is defined }}'],
    ['{{ a is not no█ }}', 'none', '{{ a is not none }}'],
    ['{{ mess█', 'messages', '{{ messages'],
    ['{{ a + bos█ }}', 'bos_token', '{{ a + bos_token }}'],
    ['{% if add█ %}{% endif %}', 'add_generation_prompt', '{% if add_generation_prompt %}{% endif %}'],
    ['{% set abc = 1 %}{{ a█ }}', 'abc', '{% set abc = 1 %}{{ abc }}'],
    ['{% macro show(a) %}{% endmacro %}{{ s█ }}', 'show', '{% macro show(a) %}{% endmacro %}{{ show($1) }}'],
    [
      '{% macro show(a) %}{% endmacro %}{{ show(█) }}',
      'a=',
      '{% macro show(a) %}{% endmacro %}{{ show(a=) }}',
    ],
    ['{{ a|tojson(in█) }}', 'indent=', '{{ a|tojson(indent=) }}'],
    [
      '{% for m in messages %}{{ m.█ }}{% endfor %}',
      'content',
      '{% for m in messages %}{{ m.content }}{% endfor %}',
    ],
    ['{% for m in messages %}{{ m.con█', 'content', '{% for m in messages %}{{ m.content'],
    [
      '{% for m in messages %}{% if m.█ %}{% endif %}{% endfor %}',
      'role',
      '{% for m in messages %}{% if m.role %}{% endif %}{% endfor %}',
    ],
    [
      "{% for m in messages %}{{ m['█'] }}{% endfor %}",
      'role',
      "{% for m in messages %}{{ m['role'] }}{% endfor %}",
    ],
    ["{{ messages[0]['ro█'] }}", 'role', "{{ messages[0]['role'] }}"],
    ["{% if messages[0].role == '█' %}{% endif %}", 'user', "{% if messages[0].role == 'user' %}{% endif %}"],
    [
      "{% if messages[0].role in ['user', 'a█'] %}{% endif %}",
      'assistant',
      "{% if messages[0].role in ['user', 'assistant'] %}{% endif %}",
    ],
    ["{% if messages[0].role == 'us█ %}", 'user', "{% if messages[0].role == 'user %}"],
    [
      '{% for m in messages %}{{ loop.in█ }}{% endfor %}',
      'index0',
      '{% for m in messages %}{{ loop.index0 }}{% endfor %}',
    ],
    [
      '{% set ns = namespace(found=0) %}{{ ns.█ }}',
      'found',
      '{% set ns = namespace(found=0) %}{{ ns.found }}',
    ],
    ["{{ 'a'.st█ }}", 'startswith', "{{ 'a'.startswith($1) }}"],
    ['{{ a █ }}', 'is', '{{ a is }}'],
    ['{{ a i█ }}', 'if', '{{ a if }}'],
    ['{% for a █ %}{% endfor %}', 'in', '{% for a in %}{% endfor %}'],
    ['{% for a in b r█ %}{% endfor %}', 'recursive', '{% for a in b recursive %}{% endfor %}'],
    ['{% █ %}', 'if', '{% if $1 %}$0{% endif %}'],
    ['{%- gen█', 'generation', '{%- generation'],
    ['{% if a %}b{% e█', 'endif', '{% if a %}b{% endif'],
    ['{% if a %}b{% el█ %}', 'elif', '{% if a %}b{% elif $1 %}'],
    [
      '{% for a in b %}{% if a %}{% endif %}{% e█ %}',
      'endfor',
      '{% for a in b %}{% if a %}{% endif %}{% endfor %}',
    ],
    ['{% set x = me█ %}', 'messages', '{% set x = messages %}'],
    ["{% set x = {'a': me█} %}", 'messages', "{% set x = {'a': messages} %}"],
  ])('%s takes %s', (withCursor, label, expected) => expect(taken(withCursor, label)).toBe(expected));

  it.each([
    ['text', 'te█xt'],
    ['a comment', '{# a█ #}'],
    ['a raw block', '{% raw %}{{ a█ }}{% endraw %}'],
    ['any string', "{{ 'a█' }}"],
    ['the name of a macro', '{% macro a█ %}'],
    ['the name of a loop variable', '{% for a█ %}'],
    ['behind a tag', '{{ a }}█'],
  ])('offers nothing in %s', (_name, withCursor) => expect(labels(withCursor)).toEqual([]));

  it('offers only tags that can stand there', () => {
    expect(labels('{% █ %}')).not.toContain('else');
    expect(labels('{% █ %}')).not.toContain('break');
    expect(labels('{% if a %}{% █ %}')).toContain('else');
    expect(labels('{% if a %}{% █ %}')[0]).toBe('endif');
    expect(labels('{% for a in b %}{% if a %}{% █ %}')).toContain('break');
  });

  it('offers operands where an operand stands, operators where an operator does', () => {
    expect(labels('{{ █ }}')).toContain('messages');
    expect(labels('{{ a and █ }}')).toContain('messages');
    expect(labels('{{ (█ }}')).toContain('messages');
    expect(labels('{{ a █ }}')).not.toContain('messages');
    expect(labels('{{ a █ }}')).not.toContain('recursive');
    expect(labels("{{ 'a' █ }}")).toContain('if');
  });

  it('hides what a scope does not see', () => {
    expect(labels('{% for abc in b %}{% endfor %}{{ █ }}')).not.toContain('abc');
    expect(labels('{{ █ }}{% set abc = 1 %}')).not.toContain('abc');
    expect(labels('{{ abc }}{{ █ }}')).toContain('abc');
    expect(labels('{{ abc█ }}')).not.toContain('abc');
  });

  it('offers each name once', () => {
    const all = labels('{{ messages }}{% for m in messages %}{{ █ }}{% endfor %}');
    expect(new Set(all).size).toBe(all.length);
  });
});
