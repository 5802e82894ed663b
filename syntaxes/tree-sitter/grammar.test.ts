import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../server/src/jinja/syntax/parser.ts';
import { descendants, ERROR_KINDS, hasSyntaxErrors } from '../../server/src/language/node.ts';
import { parse } from '../../server/src/language/testing/parser.ts';

interface Acceptance {
  readonly cases: readonly (readonly [template: string, error: string | null])[];
}

function readCases(): Acceptance['cases'] {
  const fixture = new URL('../../test-fixtures/grammar/acceptance.json', import.meta.url);
  return (JSON.parse(readFileSync(fixture, 'utf8')) as Acceptance).cases;
}

/** Where the grammar is known to see it otherwise than Jinja2. They need more than a grammar. */
const KNOWN_DIFFERENCES: ReadonlySet<string> = new Set([
  '{#', // Jinja2 overlooks a comment that nothing ends if it is empty,
  '{% raw %}', // and a raw block likewise
  '{% block a %}{% endblock b %}', // the names must be equal
  "{{ '\\N{DASH}' }}", // no character has this name
]);

describe('tree-sitter grammar', () => {
  it('accepts and refuses what Jinja2 accepts and refuses', () => {
    const cases = readCases();
    expect(cases.length).toBeGreaterThan(800);
    const differences = cases.filter(([template, error]) => {
      const tree = parse(template);
      const refused = hasSyntaxErrors(tree.root);
      tree.dispose();
      return refused !== (error !== null);
    });
    expect(new Set(differences.map(([template]) => template))).toEqual(KNOWN_DIFFERENCES);
  });

  it('refuses what the engine refuses for its syntax', () => {
    const differences = readCases().filter(([template]) => {
      const tree = parse(template);
      const refused = hasSyntaxErrors(tree.root);
      tree.dispose();
      return refused !== (parseTemplate(template).error?.type === 'TemplateSyntaxError');
    });
    const names = "{{ '\\N{EM DASH}' }}"; // the engine has no table of the names of characters
    expect(new Set(differences.map(([template]) => template))).toEqual(
      new Set([...KNOWN_DIFFERENCES, names]),
    );
  });

  it.each([
    ['a string without its quote ends with its tag', "{% if a == 'b %}c{% endif %}", ['malformed_string:b ']],
    ['... or with its line', "{{ 'a\nb }}{{ c['d'] }}", ['malformed_string:a', 'ERROR:b']],
    ['an end that is missing', '{% for a in b %}{% if c %}d{% endfor %}e', ['missing_end:']],
    ['an end of nothing', 'a{% endif %}b', ['orphan_tag:{% endif %}']],
    ['a tag that the next one interrupts', '{{ a {% if b %}c{% endif %}', ['missing_close:']],
    ['the wrong delimiter', '{{ a %}b{% if c }}d{% endif %}', ['wrong_close:%}', 'wrong_close:}}']],
    ['a comment that nothing ends', 'a{# b\nc {{ d }}', ['unclosed_comment:{# b']],
    ['an expression that is not finished', '{% if a == %}b{% endif %}', ['ERROR:==']],
    ['a name that is kept', '{% set true = 1 %}', ['reserved_name:true']],
    ['an unknown tag', 'a{% foo b %}c{{ d }}', ['ERROR:{% foo b %}']],
  ])('keeps the tree together: %s', (_name, template, errors) => {
    const { root } = parse(template);
    const found = [...descendants(root)].filter(({ kind }) => ERROR_KINDS.has(kind));
    expect(found.map(({ kind, start, end }) => `${kind}:${template.slice(start, end)}`)).toEqual(errors);
  });

  it.each([
    ['{# \n', 9_000],
    ["{{ '\n", 6_000],
    ['{{ (', 9_000],
    ['{% if x %}', 4_000],
    ['{% endif %}', 3_000],
    ['{% set x ', 4_000],
    ['{{ \'\n}} {{ "\n', 3_000],
    ['{% if x %}{% else %}', 2_000],
    ['{{ a if ', 4_000],
    ['{', 30_000],
    ['{{ $ @ ', 5_000],
  ])('gives a tree to %j repeated', (part, times) => {
    const text = part.repeat(times);
    const { root } = parse(text);
    expect([root.start, root.end]).toEqual([root.start, text.length]);
    expect(hasSyntaxErrors(root)).toBe(true);
  });
});
