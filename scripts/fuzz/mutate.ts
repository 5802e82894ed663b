import type { Random } from './random.ts';

/** What is put where it does not belong. */
const TOKENS = [
  ...[
    '{{',
    '}}',
    '{%',
    '%}',
    '{#',
    '#}',
    '{%-',
    '-%}',
    '-}}',
    '+%}',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '.',
    ':',
  ],
  ...[
    '|',
    '=',
    '==',
    '~',
    '*',
    '**',
    '+',
    '-',
    '"',
    "'",
    '\\',
    '!',
    '$',
    ';',
    ' ',
    '\n',
    '\r\n',
    '0',
    '1.',
    '.5',
  ],
  ...[
    'if',
    'else',
    'elif',
    'endif',
    'for',
    'in',
    'endfor',
    'set',
    'endset',
    'is',
    'not',
    'and',
    'or',
    'recursive',
  ],
  ...[
    'macro',
    'endmacro',
    'call',
    'endcall',
    'block',
    'raw',
    '{% raw %}',
    '{% endraw %}',
    'none',
    'loop',
    'é',
    '漢',
  ],
];

/** A template with one place damaged: as typed in an editor, or pasted wrong. */
export function mutate(template: string, random: Random): string {
  const characters = Array.from(template);
  const at = random.below(characters.length + 1);
  const length = random.pick([0, 1, 1, 2, 5]);
  const taken = characters.splice(at, length);
  const put = random.pick([[], [random.pick(TOKENS)], [...taken, ...taken]]);
  characters.splice(at, 0, ...put);
  return characters.join('');
}
