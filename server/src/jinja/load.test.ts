/** The facade: errors with their place, limits, hostile templates. Nothing throws. */
import { describe, expect, it } from 'vitest';
import {
  contextFromJson,
  contextOf,
  load,
  type Budget,
  type RenderOptions,
  type TemplateError,
} from './index.ts';

function failure(
  template: string,
  data: Record<string, unknown> = {},
  options: RenderOptions = {},
): TemplateError {
  const { program, error } = load(template);
  if (program === null) return error;
  const rendered = program.render(contextOf(data), options);
  if (rendered.ok) throw new Error(`rendered: ${rendered.text.slice(0, 80)}`);
  return rendered.error;
}

describe('errors stand at the operation that failed', () => {
  it.each([
    ['{{ «1 + "a"» }}', 'TypeError'],
    ['{{ «x.y».z }}', 'UndefinedError'],
    ['{{ "x" ~ «raise_exception("no")» }}', 'TemplateRaised'],
    ['{% if «n < "b"» %}{% endif %}', 'TypeError'],
    ['{% for i in «5» %}{% endfor %}', 'TypeError'],
    ['{% for «a, b» in [1] %}{% endfor %}', 'TypeError'],
    ['{% macro m() %}{{ «1 // 0» }}{% endmacro %}{{ m() }}', 'ZeroDivisionError'],
    ['{{ «x()» }}', 'UndefinedError'],
    ['{{ «"a"|round» }}', 'TypeError'],
    ['{{ "a"|«nofilter» }}', 'TemplateAssertionError'],
    ['{% set «ns.x» = 1 %}', 'TemplateRuntimeError'],
    ['{{ «list.append(1)» }}', 'SecurityError'],
    ['{{ list[0].x«.y» }}', 'UndefinedError'],
  ])('%s', (marked, type) => {
    const template = marked.replace(/[«»]/g, '');
    const error = failure(template, { n: 1, list: [{}] });
    expect(error.type).toBe(type);
    const start = marked.indexOf('«');
    expect(error.span.end).toBe(marked.indexOf('»') - 1);
    expect(error.span.start).toBeLessThanOrEqual(start);
  });
});

describe('limits', () => {
  const small: Partial<Budget> = { steps: 50_000, output: 100_000, memory: 10_000_000 };
  it.each([
    ['{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}'],
    ['{% set ns = namespace(s="x") %}{% for i in range(99) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}'],
    ['{{ "x" * 10**9 }}'],
    ['{{ [1] * 10**9 }}'],
    ['{{ 10 ** (10 ** 8) }}'],
    ['{% set ns = namespace(s=[1]) %}{% for i in range(99) %}{% set ns.s = ns.s + ns.s %}{% endfor %}'],
    [
      '{% set ns = namespace(s=[1]) %}{% for i in range(60) %}{% set ns.s = [ns.s, ns.s] %}{% endfor %}{{ ns.s }}',
    ],
    [
      '{% set ns = namespace(s=[1], t=[1]) %}{% for i in range(60) %}{% set ns.s = [ns.s, ns.s] %}' +
        '{% set ns.t = [ns.t, ns.t] %}{% endfor %}{{ ns.s == ns.t }}',
    ],
    ['{% for i in range(99999) %}{{ "0123456789" }}{% endfor %}'],
    ['{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ "x" * 200000 }}'],
  ])('%s', (template) => {
    for (const traced of [false, true]) {
      expect(failure(template, {}, { budget: small, traced }).type).toBe('BudgetExceeded');
    }
  });

  it('counts steps', () => {
    const { program } = load('{% for i in range(1000) %}{{ i }}{% endfor %}');
    const rendered = program?.render(contextOf({}));
    expect(rendered?.steps).toBeGreaterThan(1000);
    expect(rendered?.steps).toBeLessThan(10_000);
  });

  it('stops when asked to', () => {
    let asked = 0;
    const interrupted = () => ++asked > 3;
    const error = failure('{% for i in range(99999) %}{% endfor %}', {}, { interrupted });
    expect(error.type).toBe('BudgetExceeded');
    expect(asked).toBe(4);
  });

  it('lets a long conversation collect its text', () => {
    const messages = Array.from({ length: 4096 }, (_, i) => ({ role: 'user', content: `${i} `.repeat(100) }));
    const template =
      '{% set ns = namespace(s="") %}{% for m in messages %}{% set ns.s = ns.s ~ m.content %}{% endfor %}{{ ns.s }}';
    const { program } = load(template);
    for (const traced of [false, true]) {
      const rendered = program?.render(contextOf({ messages }), {
        traced,
        budget: { memory: 256 * 1024 * 1024 },
      });
      expect(rendered?.ok && rendered.text.length).toBe(1_937_000);
    }
  });
});

describe('recursion', () => {
  it.each([
    ['{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
    ['{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}'],
    [
      '{% macro a() %}{% call b() %}{{ a() }}{% endcall %}{% endmacro %}{% macro b() %}{{ caller() }}{% endmacro %}{{ a() }}',
    ],
    ['{% block b %}{{ self.b() }}{% endblock %}'],
    ['{% set ns = namespace(x=[]) %}{% for i in range(5000) %}{% set ns.x = [ns.x] %}{% endfor %}{{ ns.x }}'],
  ])('%s', (template) => {
    for (const traced of [false, true]) expect(failure(template, {}, { traced }).type).toBe('RecursionError');
  });

  it('is an error value however deep the template nests', () => {
    for (const [open, close] of [
      ['{% if x %}', '{% endif %}'],
      ['{{ (', ') }}'],
      ['{{ [', '] }}'],
      ['{% macro m() %}', '{% endmacro %}'],
    ] as const) {
      const { program, error } = load(open.repeat(20_000) + close.repeat(20_000));
      expect(program === null ? typeof error.message : program.render(contextOf({})).ok).toBeTruthy();
    }
  });
});

describe('contexts', () => {
  it('reads JSON as Python does', () => {
    const { context } = contextFromJson('{"f": 1.0, "big": 12345678901234567890, "10": 1, "2": 2}');
    const rendered = context && load('{{ f }} {{ big }} {{ self is defined }}').program?.render(context);
    expect(rendered?.ok && rendered.text).toBe('1.0 12345678901234567890 True');
  });

  it('says where JSON is broken', () => {
    expect(contextFromJson('{"a": }').error).toEqual({
      message: 'Expecting value: line 1 column 7 (char 6)',
      offset: 6,
    });
    expect(contextFromJson('[]').error?.message).toMatch(/object/);
  });
});
