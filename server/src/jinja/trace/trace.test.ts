/** Where each character came from, and which decisions were in force. */
import { describe, expect, it } from 'vitest';
import { contextOf, load, type Rendered, type Run, type Trace } from '../index.ts';

const context = contextOf({
  bos_token: '<s>',
  n: 5,
  messages: [
    { role: 'system', content: ' Be kind. ' },
    { role: 'user', content: 'Hi <b>' },
    { role: 'assistant', content: 'a\nb', tool_calls: [{ name: 'f', args: { x: 1 } }] },
  ],
});

interface Traced {
  readonly text: string;
  readonly trace: Trace;
  readonly template: string;
}

function traced(template: string): Traced {
  const { program, error } = load(template);
  if (program === null) throw new Error(error.message);
  const rendered: Rendered = program.render(context, { traced: true });
  if (!rendered.ok || rendered.trace === null) throw new Error('no trace');
  return { text: rendered.text, trace: rendered.trace, template };
}

/** `text path+offset`, `text path` where it was made from the value, `text` alone for scaffold. */
function origins({ text, trace }: Traced): string[] {
  return trace.runs().map((run) => `${text.slice(run.start, run.end)}${originOf(run)}`);
}

function originOf({ path, offset }: Run): string {
  if (path === null) return '';
  return ` ${path.isKey ? 'key ' : ''}${path.toString()}${offset < 0 ? '' : `+${offset}`}`;
}

describe('origins', () => {
  it.each<[string, string[]]>([
    ['{{ bos_token }}x', ['<s> bos_token+0', 'x']],
    ['{{ n }}{{ messages[2].tool_calls[0].args.x }}', ['5 n', '1 messages[2].tool_calls[0].args.x']],
    ['{{ messages[0].content|trim }}', ['Be kind. messages[0].content+1']],
    ['{{ messages[0].content.strip().split(" ")[1] }}', ['kind. messages[0].content+4']],
    ['{{ messages[1].content[1:3] }}', ['i  messages[1].content+1']],
    ['{{ "<" + messages[1].role ~ ">" }}', ['<', 'user messages[1].role+0', '>']],
    ['{{ messages[1].role|upper }}', ['USER messages[1].role']],
    ['{{ messages[1].role.upper() }}', ['USER messages[1].role']],
    ['{{ messages[2].tool_calls|tojson }}', ['[{"name": "f", "args": {"x": 1}}] messages[2].tool_calls']],
    ['{{ messages[1] }}', ["{'role': 'user', 'content': 'Hi <b>'} messages[1]"]],
    [
      '{{ messages[1].content|replace("b", "q") }}',
      ['Hi < messages[1].content+0', 'q', '> messages[1].content+5'],
    ],
    [
      '{{ messages[1].content|e }}',
      [
        'Hi  messages[1].content+0',
        '&lt; messages[1].content',
        'b messages[1].content+4',
        '&gt; messages[1].content',
      ],
    ],
    [
      '{{ messages|map(attribute="role")|join("/") }}',
      ['system messages[0].role+0', '/', 'user messages[1].role+0', '/', 'assistant messages[2].role+0'],
    ],
    [
      '{% macro m(x) %}[{{ x }}]{% endmacro %}{{ m(messages[1].role) }}',
      ['[', 'user messages[1].role+0', ']'],
    ],
    [
      '{% set s %}[{{ messages[1].role }}]{% endset %}{{ s }}{{ s[1:3] }}',
      ['[', 'user messages[1].role+0', ']', 'us messages[1].role+0'],
    ],
    [
      '{% for k, v in messages[1].items() %}{{ k }}={{ v }};{% endfor %}',
      [
        'role key messages[1].role+0',
        '=',
        'user messages[1].role+0',
        ';',
        'content key messages[1].content+0',
        '=',
        'Hi <b> messages[1].content+0',
        ';',
      ],
    ],
    [
      '{% for c in messages[2].content %}{{ c }}.{% endfor %}',
      ['a messages[2].content+0', '.', '\n messages[2].content+1', '.', 'b messages[2].content+2', '.'],
    ],
    ['{{ messages[0].missing|default(messages[1].role) }}', ['user messages[1].role+0']],
    ['{{ (messages[1].role, 1)[0] * 2 }}', ['user messages[1].role+0', 'user messages[1].role+0']],
    ['{{ {"a": messages[1].role}["a"] }}', ['user messages[1].role+0']],
    ['{% call(x) m() %}<{{ x }}>{% endcall %}{% macro m() %}{% endmacro %}', []],
    ['{% filter trim %} {{ messages[0].content }} {% endfilter %}', ['Be kind. messages[0].content+1']],
  ])('%s', (template, expected) => {
    if (template.startsWith('{% call')) expect(load(template).program?.render(context).ok).toBe(false);
    else expect(origins(traced(template))).toEqual(expected);
  });

  it('gives literals their own span, printed values that of the braces', () => {
    const { trace, template } = traced('{{ "a" ~ n }}');
    expect(trace.runs().map(({ site }) => template.slice(site.start, site.end))).toEqual([
      '"a"',
      '{{ "a" ~ n }}',
    ]);
  });

  it('leaves the context as it was', () => {
    traced('{{ messages }}');
    const { program } = load('{{ messages[0].role is string }}{{ messages[0] }}');
    const plain = program?.render(context);
    expect(plain?.ok && plain.text).toBe("True{'role': 'system', 'content': ' Be kind. '}");
  });
});

/** `text#message` for each run. */
function messages({ text, trace }: Traced): string[] {
  return trace.runs().map((run) => `${text.slice(run.start, run.end)}#${run.message}`);
}

describe('messages', () => {
  it.each<[string, string[]]>([
    ['x{% for m in messages[1:] %}<{% endfor %}y', ['x#-1', '<#1', '<#2', 'y#-1']],
    ['{% for m in messages|reverse %}<{% endfor %}', ['<#2', '<#1', '<#0']],
    ['{% for i in range(2) %}{% set m = messages[i] %}<{% endfor %}y', ['<#0', '<#1', 'y#-1']],
    ['{% for m in messages %}{% set first = messages[0] %}<{% endfor %}', ['<#0', '<#1', '<#2']],
    ['{% macro t() %}<{% endmacro %}{% for m in messages %}{{ t() }}{% endfor %}', ['<#0', '<#1', '<#2']],
    ['{% for t in messages[2].tool_calls %}<{% endfor %}', ['<#2']],
    ['{% for m in messages %}{{ messages[0].role }}{% endfor %}', ['system#0', 'system#0', 'system#0']],
  ])('%s', (template, expected) => {
    expect(messages(traced(template))).toEqual(expected);
  });
});

/** `kind condition outcome #message < parent` for each decision. */
function decisions({ trace, template }: Traced): string[] {
  return trace.decisions.map(
    ({ kind, span, outcome, message, parent }) =>
      `${kind} ${template.slice(span.start, span.end)} ${outcome} #${message} < ${parent}`,
  );
}

describe('decisions', () => {
  it.each<[string, string[]]>([
    ['{% if n == 5 %}a{% endif %}', ['condition n == 5 true #-1 < -1']],
    [
      '{% if n == 4 %}a{% elif n == 5 %}b{% endif %}',
      ['condition n == 4 false #-1 < -1', 'condition n == 5 true #-1 < 0'],
    ],
    ['{{ "a" if n else "b" }}', ['conditional n true #-1 < -1']],
    ['{{ messages[0].x or "b" }}', ['logical messages[0].x true #-1 < -1']],
    ['{% if n and messages %}{% endif %}', ['condition n and messages true #-1 < -1']],
    [
      '{% for m in messages if m.role == "user" %}{{ m.role }}{% endfor %}',
      [
        'loop-filter m.role == "user" false #0 < -1',
        'loop-filter m.role == "user" true #1 < -1',
        'iteration {% for m in messages if m.role == "user" %} 0 #1 < 1',
        'loop-filter m.role == "user" false #2 < -1',
      ],
    ],
    [
      '{% macro t() %}{% if n %}x{% endif %}{% endmacro %}{% if messages %}{{ t() }}{% endif %}',
      ['condition messages true #-1 < -1', 'condition n true #-1 < 0'],
    ],
  ])('%s', (template, expected) => {
    expect(decisions(traced(template))).toEqual(expected);
  });

  it.each<[string, number[]]>([
    ['a{% if n %}b{% endif %}c', [-1, 0, -1]],
    ['{% if not n %}a{% else %}b{% endif %}', [0]],
    ['{{ "a" if n else "b" }}', [0]],
    ['{% if n %}{% set s = "x" %}{% endif %}{{ s }}', [0]],
    ['{% if n %}{% set s %}x{% endset %}{% endif %}{{ s }}', [0]],
    ['{% macro t() %}x{% endmacro %}{% if n %}{{ t() }}{% endif %}', [0]],
    ['{% for m in messages %}{% if m.role == "user" %}{% continue %}{% endif %}x{% endfor %}', [1, 5]],
  ])('are those in force where text is written: %s', (template, expected) => {
    expect(
      traced(template)
        .trace.runs()
        .map(({ decision }) => decision),
    ).toEqual(expected);
  });

  it('know what they read', () => {
    const template =
      '{% if messages[0].role == "x" or n|abs > 4 and not messages[1].content.startswith("z") %}{% endif %}';
    const { trace } = traced(template);
    const read = trace.reads.map(
      ({ span, decision }) => `${template.slice(span.start, span.end)} ${decision}`,
    );
    expect(read).toEqual([
      'messages[0].role 0',
      'n 0',
      'n|abs 0',
      'messages[1].content 0',
      'messages[1].content.startswith("z") 0',
    ]);
  });

  it('leave inner reads to the inner decision', () => {
    const template = '{% if n == (1 if bos_token else 2) %}{% endif %}';
    const { trace } = traced(template);
    expect(trace.reads.map(({ span, decision }) => [template.slice(span.start, span.end), decision])).toEqual(
      [
        ['n', 1],
        ['bos_token', 0],
      ],
    );
  });
});

describe('writes', () => {
  it('are recorded with their name and decision', () => {
    const { trace } = traced(
      '{% set ns = namespace(a=0) %}{% if n %}{% set ns.a = n %}{% endif %}{% set x, y = 1, 2 %}',
    );
    expect(trace.writes.map(({ name, decision }) => [name, decision])).toEqual([
      ['ns', -1],
      ['ns.a', 0],
      ['x, y', -1],
    ]);
  });
});

describe('generation', () => {
  it('keeps spans apart, empty ones too, and through macros and set blocks', () => {
    const block = '{% generation %}ab{% endgeneration %}';
    expect(traced(`${block}${block}x{% generation %}{% endgeneration %}`).trace.generation()).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 4 },
      { start: 5, end: 5 },
    ]);
    expect(traced(`{% set s %}x${block}{% endset %}{{ s }}{{ s }}`).trace.generation()).toEqual([
      { start: 1, end: 3 },
      { start: 4, end: 6 },
    ]);
  });
});

it('follows deep ropes without recursion', () => {
  const { text, trace } = traced(
    '{% set ns = namespace(s="") %}{% for i in range(20000) %}{% set ns.s = messages[1].role ~ ns.s %}{% endfor %}{{ ns.s }}',
  );
  expect(trace.runs().at(-1)?.end).toBe(text.length);
});
