import { describe, expect, it } from 'vitest';
import { load } from '../jinja/index.ts';
import { bindingsOf, dataFlowOf, LaterMessages } from './index.ts';

function flowOf(source: string) {
  const { program, error } = load(source);
  if (program === null) throw new Error(error.message);
  return { source, flow: dataFlowOf(program.template) };
}

/** `path.field care` for each field that is read. */
function reads(source: string): string[] {
  return flowOf(source).flow.reads.flatMap(({ of, field, care }) =>
    [...of].map((path) => `${path}.${field} ${care}`),
  );
}

describe('paths', () => {
  it.each<[string, string[]]>([
    ['{% for m in messages[1:] | reverse %}{{ m.role }}{% endfor %}', ['messages[].role bare']],
    [
      "{{ messages[0]['content'] }}{{ messages[-1].get('name') }}",
      ['messages[].content bare', 'messages[].name asked'],
    ],
    [
      '{% for m in messages %}{% for c in m.tool_calls or [] %}{% set f = c.function %}{{ f.name }}{% endfor %}{% endfor %}',
      [
        'messages[].tool_calls asked',
        'messages[].tool_calls[].function bare',
        'messages[].tool_calls[].function.name bare',
      ],
    ],
    ['{% macro show(x) %}{{ x.type }}{% endmacro %}{{ show(tools[0]) }}', ['tools[].type bare']],
    ['{% set ns = namespace(m=messages[0]) %}{{ ns.m.role }}', ['messages[].role bare']],
    [
      '{% for k, v in tools[0].function.parameters.properties | items %}{{ v.type }}{% endfor %}',
      [
        'tools[].function.parameters.properties bare',
        'tools[].function.parameters bare',
        'tools[].function bare',
        'tools[].function.parameters.properties[].type bare',
      ],
    ],
    ['{% set m = m.next %}{{ m.role }}', []],
  ])('%s', (source, expected) => {
    expect(reads(source)).toEqual(expected);
  });
});

describe('care', () => {
  it.each([
    ['{{ messages[0].name or "" }}', 'asked'],
    ['{{ messages[0].name | default("") }}', 'asked'],
    ['{% if messages[0].name is defined %}{% endif %}', 'asked'],
    ["{% if 'name' in messages[0] %}{% endif %}", 'asked'],
    ['{% if messages[0].name == "x" %}{% endif %}', 'bare'],
    ['{{ messages[0].name + "" }}', 'bare'],
  ])('%s: %s', (source, care) => {
    expect(flowOf(source).flow.reads.map((read) => read.care)).toEqual([care]);
  });

  it('is guarded under a condition that asked', () => {
    expect(reads('{% if messages[0].name %}{{ messages[0].name }}{% endif %}')).toEqual([
      'messages[].name asked',
      'messages[].name guarded',
    ]);
  });
});

describe('later messages', () => {
  /** What the conditions and outputs of a template look ahead to. */
  function aheads(source: string): (string | null)[] {
    const { flow } = flowOf(source);
    const later = new LaterMessages(flow);
    return flow.tree.nodes.flatMap((node) => {
      const ahead =
        node.kind === 'branch'
          ? later.ofCondition(node.condition)
          : node.kind === 'output'
            ? later.of(node.value)
            : undefined;
      return ahead === undefined ? [] : [ahead && source.slice(ahead.source.start, ahead.source.end)];
    });
  }

  it.each<[string, (string | null)[]]>([
    ['{% for m in messages %}{{ loop.last }}{{ loop.first }}{% endfor %}', ['loop.last', null]],
    ['{% for c in messages[0].tool_calls %}{{ loop.last }}{% endfor %}', [null]],
    ['{% for i in range(messages | length) %}{{ loop.last }}{% endfor %}', ['loop.last']],
    ['{{ messages[-1].role }}{{ messages[0].role }}{{ messages[1:] }}', ['messages[-1]', null, null]],
    [
      '{% for m in messages %}{{ messages[loop.index0 + 1].role }}{{ messages[loop.index0 - 1].role }}{% endfor %}',
      ['messages[loop.index0 + 1]', null],
    ],
    ['{{ messages | length }}{% if messages | length > 1 %}{% endif %}', ['messages | length', null]],
    ['{% set n = messages | length %}{% set last = n - 1 %}{{ last }}', ['messages | length']],
    [
      '{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}{{ ns.n }}{% endfor %}{{ ns.n }}',
      [null, null],
    ],
    [
      '{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = 1 %}{% endfor %}{% for m in messages %}{{ ns.n }}{% endfor %}',
      ['{% for m in messages %}'],
    ],
    [
      '{% for m in messages %}{% set end = loop.last %}{% if end %}x{% endif %}{% endfor %}{{ end }}',
      ['loop.last', null],
    ],
  ])('%s', (source, expected) => {
    expect(aheads(source)).toEqual(expected);
  });
});

it('knows what binds a name, and where it holds', () => {
  const source =
    '{% set a = 1 %}{% for b, c in x | items %}{% set d = b %}{% endfor %}{% macro e(f=2) %}{% endmacro %}{{ e(a) }}';
  const bindings = bindingsOf(flowOf(source).flow.tree).map(
    ({ name, as, scope }) =>
      `${name} ${as} ${scope === null ? '' : source.slice(scope.start, scope.start + 8)}`,
  );
  expect(bindings).toEqual([
    'a value ',
    'b key {% for b',
    'c entry {% for b',
    'd value {% for b',
    'f value {% macro',
    'f value {% macro',
  ]);
});
