import { describe, expect, it } from 'vitest';
import {
  analyse,
  completions,
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
import { parse } from './testing/parser.ts';

const TEMPLATE = `{%- set ns = namespace(tool=false, last=-1) -%}
{%- macro show(tool, indent=2) %}{{- tool.function | tojson(indent=indent) }}{%- endmacro %}
{# a comment #}
{%- for message in messages if message.content is not none %}
    {%- if message['role'] in ['user', "tool"] and not (loop.first or ns.tool) %}
        {{- '<|im_start|>' + message.role + '\\n' ~ (message.content | trim)[1:] }}
        {%- generation %}{{ message.tool_calls[0].function.arguments }}{% endgeneration %}
    {%- elif loop.last %}{% set ns.tool = true %}{% call(x) show(tools, indent=4) %}{{ x }}{% endcall %}
    {%- else %}{{ raise_exception("no") if a is defined else {'a': [1, 2.5]} }}{% endif %}
{%- endfor %}
{% raw %}{{ }}{% endraw %}{% with a = 1 %}{{ a }}{% endwith %}
`;

/** Asks everything that can be asked, at a few offsets; nothing may throw, no range may leave the text. */
function askEverything(text: string, offsets: readonly number[]): void {
  const tree = parse(text);
  const model = analyse(tree);
  const ranges: { start: number; end: number }[] = [
    ...documentSymbols(model),
    ...foldingRanges(model),
    ...semanticTokens(model),
  ];
  for (const offset of offsets) {
    ranges.push(
      ...selectionRanges(model, offset),
      ...definition(model, offset),
      ...highlights(model, offset),
    );
    ranges.push(...references(model, offset, true), ...completions(model, offset));
    signatureHelp(model, offset);
    prepareRename(model, offset);
    const renamed = rename(model, offset, 'new_name');
    const hovered = hover(model, offset);
    if (hovered) ranges.push(hovered);
    if (renamed.ok) ranges.push(...renamed.edits);
  }
  for (const { start, end } of ranges) {
    expect(0 <= start && start <= end && end <= text.length, `${start}..${end} of ${text.length}`).toBe(true);
  }
  tree.dispose();
}

describe('whatever the text is', () => {
  it('answers while the template is typed', () => {
    for (let length = 0; length <= TEMPLATE.length; length += 7) {
      askEverything(TEMPLATE.slice(0, length), [length, Math.max(0, length - 7)]);
    }
  });

  it('answers while any part of it is missing', () => {
    for (let start = 0; start < TEMPLATE.length; start += 11) {
      askEverything(TEMPLATE.slice(0, start) + TEMPLATE.slice(start + 4), [start, start + 9]);
    }
  });

  it.each([
    ['parentheses', '{{ ' + '('.repeat(5_000) + 'a' + ')'.repeat(5_000) + ' }}'],
    ['a long sum', `{{ ${'a + '.repeat(5_000)}a }}`],
    ['nested blocks', '{% if a.role == "x" %}'.repeat(3_000)],
    ['nested loops', '{% for a in a %}{{ a.b }}'.repeat(1_500)],
    ['nested macros', '{% macro f(a, b=a) %}'.repeat(1_500)],
    ['attributes', `{{ a${'.b'.repeat(5_000)} }}`],
    ['not', `{{ ${'not '.repeat(5_000)}a }}`],
    ['many names', Array.from({ length: 2_000 }, (_, i) => `{% set v${i} = v${i - 1} %}`).join('')],
    [
      'names made from each other',
      '{% set a = a | trim %}{% set b = a.x + b[0] %}{% set a = b %}'.repeat(500) + '{{ a.b }}',
    ],
    [
      'names of prototypes',
      '{{ constructor.x }}{% set toString = __proto__ %}{{ a.hasOwnProperty | valueOf is toString }}{{ message.constructor }}',
    ],
    ['dicts', '{{ ' + '{"a": '.repeat(3_000)],
    ['unicode', '{{ é𝄞 }}{% for 变量 in "🎉" %}{{ 变量.x }}'],
  ])('answers to %s', (_name, text) =>
    askEverything(text, [0, 5, 14, text.length >> 1, text.length - 4, text.length]),
  );
});
