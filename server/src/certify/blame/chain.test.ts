import { expect, test } from 'vitest';
import { certifyText } from '../../testing/certifying.ts';

/** What the first CT101 says was set where, as `statement: values`. */
function assignments(head: string, condition: string): string[] {
  const source = `${head}{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% if ${condition} %}<|eos|>{% else %}<|end|>{% endif %}{% endfor %}`;
  const { findings } = certifyText(source).certification;
  const finding = findings.find(({ code }) => code === 'CT101')!;
  return finding.related
    .filter(({ message }) => message.includes('was set here'))
    .map(({ span, message }) => `${source.slice(span.start, span.end)} ${message.replace(/.*here: /, '')}`);
}

test('an operand that was computed by one `set`', () => {
  expect(assignments('{% set n = messages | length %}', 'loop.index == n')).toEqual([
    '{% set n = messages | length %} 2 in the first render, 3 in the second',
  ]);
});

test('through a namespace, back to what it was computed from', () => {
  const head =
    '{% set ns = namespace(last=0) %}{% for m in messages %}{% set i = loop.index0 %}{% if m.role == "assistant" or m.role == "tool" %}{% set ns.last = i %}{% endif %}{% endfor %}';
  expect(assignments(head, 'loop.index0 >= ns.last')).toEqual([
    '{% set ns.last = i %} 1 in the first render, 2 in the second',
    '{% set i = loop.index0 %} 1 in the first render, 2 in the second',
  ]);
});

test('two statements, one for each value', () => {
  const head =
    '{% if messages[-1].role == "tool" %}{% set kind = "tools" %}{% else %}{% set kind = "chat" %}{% endif %}';
  expect(assignments(head, 'kind == "chat"')).toEqual([
    `{% set kind = "chat" %} 'chat' in the first render`,
    `{% set kind = "tools" %} 'tools' in the second`,
  ]);
});

test('nothing where no assignment carried the change', () => {
  expect(assignments('{% set n = 1 %}', 'loop.last')).toEqual([]);
});

/** The same for a value that is printed. */
function printed(head: string, output: string): string[] {
  const source = `${head}{{ ${output} }}{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}`;
  const finding = certifyText(source).certification.findings.find(({ code }) => code === 'CT101')!;
  return finding.related
    .filter(({ message }) => message.includes('was set here'))
    .map(({ span, message }) => `${source.slice(span.start, span.end)} ${message.replace(/.*here: /, '')}`);
}

test('a value that is printed, back to the statement that computed it', () => {
  expect(printed('{% set n = messages | length %}', '"[" ~ n ~ "]"')).toEqual([
    '{% set n = messages | length %} 2 in the first render, 3 in the second',
  ]);
});

test('a counter that a namespace carries', () => {
  const head =
    '{% set ns = namespace(tools=0) %}{% for m in messages %}{% if m.role == "tool" %}{% set more = ns.tools + 1 %}{% set ns.tools = more %}{% endif %}{% endfor %}';
  expect(printed(head, 'ns.tools')).toEqual([
    '{% set ns = namespace(tools=0) %} 0 in the first render',
    '{% set ns.tools = more %} 1 in the second',
  ]);
});
