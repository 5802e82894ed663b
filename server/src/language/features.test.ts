import { describe, expect, it } from 'vitest';
import {
  analyse,
  definition,
  documentSymbols,
  foldingRanges,
  highlights,
  hover,
  prepareRename,
  references,
  rename,
  selectionRanges,
  semanticTokens,
  signatureHelp,
} from './index.ts';
import type { OutlineEntry } from './index.ts';
import { atCursor, marked, parse } from './testing/parser.ts';

const modelFor = (text: string) => analyse(parse(text));

function at<T>(withCursor: string, ask: (model: ReturnType<typeof analyse>, offset: number) => T) {
  const { text, offset } = atCursor(withCursor);
  return { text, answer: ask(modelFor(text), offset) };
}

describe('document symbols', () => {
  const outline = (entries: readonly OutlineEntry[], depth = 0): string[] =>
    entries.flatMap(({ kind, name, detail, children }) => [
      `${'  '.repeat(depth)}${kind} ${name}${detail && ` (${detail})`}`,
      ...outline(children, depth + 1),
    ]);

  it('shows macros, loops, roles, generation blocks and variables as they nest', () => {
    const text = `{%- set ns = namespace(a=0) %}
{%- macro show(tool, indent=2) %}{% set x = 1 %}{%- endmacro %}
{%- for message in messages[1:] %}
  {%- if message.role == 'user' or message['role'] == "system" %}
    {%- set content = message.content %}
    {%- set content = content | trim %}
  {%- elif message.role in ['tool'] %}
  {%- elif message.role is eq 'assistant' %}
    {% generation %}{{ x }}{% endgeneration %}
  {%- elif loop.last and not message.role == 'x' or message.role != 'y' or message.role is not in ['z'] %}
  {%- else %}
    {{ raise_exception('') }}
  {%- endif %}
{%- endfor %}
{% set text %}a{% endset %}
{% if add_generation_prompt %}b{% endif %}`;
    expect(outline(documentSymbols(modelFor(text)))).toEqual([
      'namespace ns (namespace(a=0))',
      'macro show ((tool, indent=2))',
      '  variable x (1)',
      'loop for message in messages[1:]',
      `  role user, system (message.role == 'user' or message['role'] == "system")`,
      '    variable content (message.content)',
      "  role tool (message.role in ['tool'])",
      "  role assistant (message.role is eq 'assistant')",
      '    generation generation (what the model is trained on)',
      'variable text',
      'role generation prompt (add_generation_prompt)',
    ]);
  });

  it('gives ranges that nest, names inside them', () => {
    const text =
      "{% for m in messages %}{% if m.role == 'user' %}a{% else %}{% set x = 1 %}{% endif %}{% endfor %}";
    const check = (entries: readonly OutlineEntry[], start: number, end: number): void => {
      for (const entry of entries) {
        expect(entry.start).toBeGreaterThanOrEqual(start);
        expect(entry.end).toBeLessThanOrEqual(end);
        expect(entry.nameStart).toBeGreaterThanOrEqual(entry.start);
        expect(entry.nameEnd).toBeLessThanOrEqual(entry.end);
        check(entry.children, entry.start, entry.end);
      }
    };
    check(documentSymbols(modelFor(text)), 0, text.length);
  });

  it('stands while a block has no end', () => {
    const text = "{% for m in messages %}{% if m.role == 'user' %}{{ m.";
    expect(outline(documentSymbols(modelFor(text)))).toEqual([
      'loop for m in messages',
      "  role user (m.role == 'user')",
    ]);
  });
});

describe('folding', () => {
  it.each([
    [
      '{% if a %}\nb\n{% elif c %}\nd\n{% else %}\ne\n{% endif %}',
      '{% if a %}⟦\nb\n⟧{% elif c %}⟦\nd\n⟧{% else %}⟦\ne\n⟧{% endif %}',
    ],
    ['{% if a %}b{% endif %}', '{% if a %}b{% endif %}'],
    ['{# a\nb #}', '⟦{# a\nb #}⟧'],
    ['{% raw %}\n{{\n{% endraw %}', '{% raw %}⟦\n{{\n⟧{% endraw %}'],
    ["{% set x = {\n'a': 1 } %}", "⟦{% set x = ⟦{\n'a': 1 }⟧ %}⟧"],
    ['{% for a in b %}\n{% if c %}\nd\n{% endfor %}', '{% for a in b %}⟦\n{% if c %}⟦\nd\n⟧⟧{% endfor %}'],
  ])('%j', (text, expected) => expect(marked(text, foldingRanges(modelFor(text)))).toBe(expected));
});

describe('selection', () => {
  it('grows from the word to the template', () => {
    const { text, answer } = at("a{% if b %}{{ c.d█['e'] | f }}g{% endif %}", selectionRanges);
    expect(answer.map(({ start, end }) => text.slice(start, end))).toEqual([
      'd',
      'c.d',
      "c.d['e']",
      "c.d['e'] | f",
      "{{ c.d['e'] | f }}",
      "{{ c.d['e'] | f }}g",
      "{% if b %}{{ c.d['e'] | f }}g{% endif %}",
      "a{% if b %}{{ c.d['e'] | f }}g{% endif %}",
    ]);
  });

  it('takes the content of a string first', () => {
    const { text, answer } = at("{{ 'a█b' }}", selectionRanges);
    expect(answer.map(({ start, end }) => text.slice(start, end))).toEqual(['ab', "'ab'", "{{ 'ab' }}"]);
  });
});

describe('semantic tokens', () => {
  it('tells what names mean', () => {
    const text = `{% set ns = namespace(a=0) %}{% macro f(x) %}{{ x|trim|foo }}{% endmacro %}{% for m in messages %}{% if m.role != 'user' and loop.first %}{{ bos_token ~ ns.a ~ f(m) }}{% endif %}{% endfor %}`;
    const tokens = semanticTokens(modelFor(text));
    expect(
      tokens.map(({ start, end, type, modifiers }) => [text.slice(start, end), type, ...modifiers].join(' ')),
    ).toEqual([
      'ns namespace declaration',
      'namespace function defaultLibrary',
      'a property declaration',
      'f function declaration',
      'x parameter declaration',
      'x parameter',
      'trim function defaultLibrary',
      'm variable declaration',
      'messages variable readonly defaultLibrary',
      'm variable',
      "'user' enumMember",
      'loop variable readonly defaultLibrary',
      'bos_token variable readonly defaultLibrary specialToken',
      'ns namespace',
      'a property',
      'f function',
      'm variable',
    ]);
  });

  it('never overlap', () => {
    const text =
      "{% set ns = namespace(a=0) %}{{ ns['a'] }}{% if m['role'] in ['user', 'tool'] %}{% endif %}";
    const tokens = semanticTokens(modelFor(text));
    tokens.slice(1).forEach((token, i) => expect(token.start).toBeGreaterThanOrEqual(tokens[i]!.end));
  });
});

describe('definition, references, highlights', () => {
  it.each([
    ['{% set a = 1 %}{% set a = 2 %}{{ a█ }}', '{% set ⟦a⟧ = 1 %}{% set ⟦a⟧ = 2 %}{{ a }}'],
    ['{% macro f(x) %}{% endmacro %}{{ f█(1) }}', '{% macro ⟦f⟧(x) %}{% endmacro %}{{ f(1) }}'],
    ['{% for m in b %}{{ loop█.first }}{% endfor %}', '⟦{% for m in b %}⟧{{ loop.first }}{% endfor %}'],
    ['{{ messages█ }}', '{{ messages }}'],
    ['te█xt', 'text'],
  ])('definition: %s', (withCursor, expected) => {
    const { text, answer } = at(withCursor, definition);
    expect(marked(text, answer)).toBe(expected);
  });

  it('references leave out the declaration if asked to', () => {
    const { text, answer } = at('{% set a = 1 %}{{ a█ }}{{ a }}', (model, offset) =>
      references(model, offset, false),
    );
    expect(marked(text, answer)).toBe('{% set a = 1 %}{{ ⟦a⟧ }}{{ ⟦a⟧ }}');
  });

  it.each([
    ['{% i█f a %}{% elif b %}{% else %}{% endif %}', '{% ⟦if⟧ a %}{% ⟦elif⟧ b %}{% ⟦else⟧ %}{% ⟦endif⟧ %}'],
    ['{% if a %}{% else █%}{% endif %}', '{% if a %}{% else %}{% endif %}'],
    ['{% if a %}{% else█ %}{% endif %}', '{% ⟦if⟧ a %}{% ⟦else⟧ %}{% ⟦endif⟧ %}'],
    [
      '{% for a in b %}{% if c %}{% brea█k %}{% endif %}{% endfor %}',
      '{% ⟦for⟧ a in b %}{% if c %}{% break %}{% endif %}{% ⟦endfor⟧ %}',
    ],
    ['{% raw %}a{% endraw█ %}', '{% ⟦raw⟧ %}a{% ⟦endraw⟧ %}'],
  ])('highlights: %s', (withCursor, expected) => {
    const { text, answer } = at(withCursor, highlights);
    expect(marked(text, answer)).toBe(expected);
  });
});

describe('rename', () => {
  const renamed = (withCursor: string, name: string) => {
    const { text, answer } = at(withCursor, (model, offset) => rename(model, offset, name));
    if (!answer.ok) return answer.reason;
    return [...answer.edits]
      .sort((a, b) => b.start - a.start)
      .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
  };

  it.each([
    ['{% set a = 1 %}{{ a█ + a.b|a }}', 'c', '{% set c = 1 %}{{ c + c.b|a }}'],
    [
      '{% macro f(a█, b=a) %}{{ a }}{% endmacro %}{{ f(a=1) }}',
      'c',
      '{% macro f(c, b=c) %}{{ c }}{% endmacro %}{{ f(c=1) }}',
    ],
    [
      "{% set n = namespace(a=0) %}{{ n.a█ ~ n['a'] }}",
      'c',
      "{% set n = namespace(c=0) %}{{ n.c ~ n['c'] }}",
    ],
    ['{% set a█ = 1 %}', 'a', '{% set a = 1 %}'],
  ])('%s to %s', (text, name, expected) => expect(renamed(text, name)).toBe(expected));

  it.each([
    ['{{ messages█ }}', 'x', 'is passed to the template'],
    ['{{ range█(3) }}', 'x', 'function of the environment'],
    ['{% for a in b %}{{ loop█.first }}{% endfor %}', 'x', 'meaning of its own'],
    ['{% set a = 1 %}{{ a█ }}', 'true', 'meaning of its own'],
    ['{% set a = 1 %}{{ a█ }}', '1a', 'is not a name'],
    ['{% set a = 1 %}{{ a█ + b }}', 'b', 'already used'],
    ['{% set a = a %}{{ a█ }}', 'c', 'also read before it is set'],
    ['te█xt', 'c', 'no variable'],
  ])('refuses %s to %s: %s', (text, name, reason) => expect(renamed(text, name)).toContain(reason));

  it('says what will be renamed', () => {
    const { answer } = at('{% set abc = 1 %}{{ ab█c }}', prepareRename);
    expect(answer).toEqual({ ok: true, range: { start: 20, end: 23 }, name: 'abc' });
  });
});

describe('hover', () => {
  it.each([
    ['{{ a|to█json }}', '(filter) tojson(ensure_ascii=false'],
    ['{{ a|foo█ }}', 'There is no filter `foo`.'],
    ['{{ a is div█isibleby 3 }}', '(test) divisibleby(num)'],
    ['{{ mess█ages }}', '(passed in) messages'],
    ['{{ eos_tok█en }}', 'special token that ends'],
    ['{{ raise_exception█("") }}', '(function) raise_exception(message)'],
    ['{{ foo█ }}', 'Nothing in the template sets `foo`'],
    ['{% for m in messages %}{{ m█ }}{% endfor %}', 'A value like: message. Item of `messages`. Read once.'],
    ['{% for m in messages %}{{ m.rol█e }}{% endfor %}', '(message) role'],
    ["{% for m in messages %}{{ m['tool█_calls'] }}{% endfor %}", '(message) tool_calls'],
    ['{% for m in messages %}{{ loop.las█t }}{% endfor %}', '(loop) last'],
    ["{{ messages[0].content.spl█it('') }}", 'split(sep=none, maxsplit=-1)'],
    ['{% macro f(a, b=1) %}{% endmacro %}{{ f█(1) }}', '(macro) f(a, b=1)'],
    ['{% genera█tion %}{% endgeneration %}', 'assistant mask'],
    ['{% generation %}{% endgener█ation %}', 'Closes `generation`.'],
    ['{% for a in b i█f c %}{% endfor %}', 'Only the items'],
    ['{{ a i█f c }}', 'else b'],
    ['{{ a no█t in b }}', 'the list'],
    ['{{ tru█e }}', 'The constant'],
    ['{% set n = namespace(a=0) %}{{ n.a█ }}', '(attribute of the namespace) n.a'],
  ])('%s: %s', (withCursor, part) => expect(at(withCursor, hover).answer?.markdown).toContain(part));

  it.each(['te█xt', "{{ 'te█xt' }}", '{{ 1█2 }}', '{{ x.foo█ }}'])('nothing: %s', (withCursor) =>
    expect(at(withCursor, hover).answer).toBeNull(),
  );
});

describe('signature help', () => {
  it.each([
    ['{% macro f(a, b=1) %}{% endmacro %}{{ f(█) }}', 'f(a, b=1)', 0],
    ['{% macro f(a, b=1) %}{% endmacro %}{{ f([1, 2], █) }}', 'f(a, b=1)', 1],
    ['{% macro f(a, b=1) %}{% endmacro %}{{ f(b=█) }}', 'f(a, b=1)', 1],
    ["{{ 'a, (' ~ (a | replace('(', █", 'replace(old, new, count=none)', 1],
    ["{{ a | selectattr('b', 'c', █) }}", 'selectattr(*args, **kwargs)', 0],
    ['{{ a is divisibleby(█) }}', 'divisibleby(num)', 0],
    ['{{ raise_exception(█', 'raise_exception(message)', 0],
    ['{% filter indent(█) %}{% endfilter %}', 'indent(width=4, first=false, blank=false)', 0],
  ])('%s', (withCursor, label, active) =>
    expect(at(withCursor, signatureHelp).answer).toMatchObject({ label, active }),
  );

  it.each(['{{ foo(█) }}', 'f(█)', '{{ (█) }}', '{{ range(1) }}█'])('nothing: %s', (withCursor) =>
    expect(at(withCursor, signatureHelp).answer).toBeNull(),
  );
});
