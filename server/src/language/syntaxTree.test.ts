import { describe, expect, it } from 'vitest';
import { child, descendants, hasSyntaxErrors, nodeAt } from './node.ts';
import { atCursor, parse } from './testing/parser.ts';
import type { SyntaxNode } from './node.ts';

const shape = (root: SyntaxNode) =>
  [...descendants(root)].map(({ kind, field, start, end }) => `${field ?? ''}:${kind}:${start}-${end}`);

const TEMPLATE = `{%- for message in messages %}
    {{- '<|im_start|>' + message['role'] + '\\n' }}
    {%- if message.content is not none %}{{ message.content | trim }}{% else %}{{ 'é🎉' }}{% endif %}
{%- endfor %}
`;

describe('SyntaxTree', () => {
  it('measures in UTF-16 units', () => {
    const text = "{{ 'é🎉' }}{{ a }}";
    const names = [...descendants(parse(text).root)].filter(({ kind }) => kind === 'identifier');
    expect(names.map(({ start, end }) => text.slice(start, end))).toEqual(['a']);
  });

  it('links children to their parents', () => {
    for (const node of descendants(parse(TEMPLATE).root)) {
      for (const inner of node.children) {
        expect(inner.parent).toBe(node);
        expect(inner.start).toBeGreaterThanOrEqual(node.start);
        expect(inner.end).toBeLessThanOrEqual(node.end);
      }
    }
  });

  it('gives after edits the tree of the new text', () => {
    const tree = parse(TEMPLATE);
    const edits = [
      { start: 0, end: 0, text: '{# 🎉 #}\n' },
      { start: 30, end: 34, text: '' },
      { start: 30, end: 30, text: "{% set x = 'a' %}\n" },
      { start: TEMPLATE.length, end: TEMPLATE.length, text: '{{ y }}' },
    ];
    for (const edit of edits) {
      const expected = tree.text.slice(0, edit.start) + edit.text + tree.text.slice(edit.end);
      tree.edit([edit]);
      expect(tree.text).toBe(expected);
      expect(shape(tree.root)).toEqual(shape(parse(expected).root));
    }
    tree.dispose();
  });

  it('is the same tree while the text is typed as when it is read at once, wherever the text is whole', () => {
    const tree = parse('');
    for (let i = 0; i < TEMPLATE.length; i++) {
      tree.edit([{ start: i, end: i, text: TEMPLATE[i]! }]);
      const whole = parse(tree.text);
      expect(hasSyntaxErrors(tree.root)).toBe(hasSyntaxErrors(whole.root));
      if (!hasSyntaxErrors(whole.root)) expect(shape(tree.root)).toEqual(shape(whole.root));
      whole.dispose();
    }
    expect(shape(tree.root)).toEqual(shape(parse(TEMPLATE).root));
  });

  it('keeps its snapshot when it is edited and disposed', () => {
    const tree = parse('{{ a }}');
    const before = tree.root;
    tree.edit([{ start: 3, end: 4, text: 'b + c' }]);
    tree.dispose();
    expect(child(before.children[0]!, 'value')?.kind).toBe('identifier');
  });
});

describe('nodeAt', () => {
  it.each([
    ['{{ mes█sage }}', 'identifier'],
    ['{{ message█ }}', 'identifier'],
    ['{{ █message }}', 'identifier'],
    ['{{ a.b█.c }}', 'identifier'],
    ["{{ 'a█b' }}", 'string'],
    ['{% fo█r a in b %}{% endfor %}', 'for'],
    ['te█xt', 'text'],
    ['█', 'template'],
  ])('%s is at %s', (marked, kind) => {
    const { text, offset } = atCursor(marked);
    expect(nodeAt(parse(text).root, offset).kind).toBe(kind);
  });
});
