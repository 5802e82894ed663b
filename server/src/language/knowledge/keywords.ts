import { entry, tableOf } from './entry.ts';
import type { EntryTable } from './entry.ts';

/** What a tag can begin with. `end` closes it; `inside` names the blocks it belongs to. */
export interface Tag {
  readonly name: string;
  readonly doc: string;
  readonly end?: string;
  readonly inside?: readonly string[];
  /** How it goes on, with `$1` for where the cursor goes first. */
  readonly snippet: string;
}

const tags: readonly Tag[] = [
  { name: 'if', end: 'endif', snippet: 'if $1', doc: 'Writes its body where the condition holds.' },
  {
    name: 'elif',
    inside: ['if_statement'],
    snippet: 'elif $1',
    doc: 'A further condition, tried where the former ones failed.',
  },
  {
    name: 'else',
    inside: ['if_statement', 'for_statement'],
    snippet: 'else',
    doc: 'What is written otherwise; of a loop, where it had no item.',
  },
  {
    name: 'for',
    end: 'endfor',
    snippet: 'for $1 in $2',
    doc: 'Repeats its body for each item. `if` filters the items, `recursive` lets `loop(...)` go deeper. What is `set` inside is lost at the end: use a `namespace`.',
  },
  { name: 'break', inside: ['for_statement'], snippet: 'break', doc: 'Leaves the loop.' },
  { name: 'continue', inside: ['for_statement'], snippet: 'continue', doc: 'Goes on with the next item.' },
  {
    name: 'set',
    end: 'endset',
    snippet: 'set $1 = $2',
    doc: 'Gives a variable its value, or, without `=`, the text of the block up to `endset`. Lasts to the end of the loop, macro or block it stands in.',
  },
  {
    name: 'macro',
    end: 'endmacro',
    snippet: 'macro $1($2)',
    doc: 'A function that returns the text of its body. It sees its parameters and what is set at the level it is defined at.',
  },
  {
    name: 'call',
    end: 'endcall',
    snippet: 'call $1()',
    doc: 'Calls a macro that gets this body as `caller()`.',
  },
  { name: 'filter', end: 'endfilter', snippet: 'filter $1', doc: 'Filters the text of its body.' },
  {
    name: 'generation',
    end: 'endgeneration',
    snippet: 'generation',
    doc: 'Marks what the model has written: the tokens that training counts (assistant mask). Writes its body unchanged. Not every engine knows it.',
  },
  { name: 'raw', end: 'endraw', snippet: 'raw', doc: 'Writes its body as it is, braces and all.' },
  { name: 'with', end: 'endwith', snippet: 'with $1 = $2', doc: 'Variables for its body only.' },
  {
    name: 'block',
    end: 'endblock',
    snippet: 'block $1',
    doc: 'A named part. Without inheritance, which chat templates have none of, it writes its body in place.',
  },
  {
    name: 'autoescape',
    end: 'endautoescape',
    snippet: 'autoescape $1',
    doc: 'Turns HTML escaping on or off for its body.',
  },
  { name: 'print', snippet: 'print $1', doc: 'Writes the value, as `{{ }}` does.' },
];

export const TAGS: ReadonlyMap<string, Tag> = new Map(tags.map((tag) => [tag.name, tag]));

/** Tags that Jinja2 knows and a chat template can not use, because there is no other template to load. */
export const UNAVAILABLE_TAGS = tableOf(
  ['include', 'import', 'from', 'extends'].map((name) =>
    entry(name, null, 'Needs another template, and a chat template stands alone: rendering fails here.'),
  ),
);

/** Words inside expressions. */
export const WORDS: EntryTable = tableOf([
  entry(
    'and',
    null,
    'The first operand that counts as false, else the last: `a and b` need not be true or false.',
  ),
  entry('or', null, 'The first operand that counts as true, else the last.'),
  entry('not', null, 'The opposite. Binds looser than comparisons: `not a == b` is `not (a == b)`.'),
  entry('in', null, 'Is it an item of the list, a key of the dict, a part of the text?'),
  entry('is', null, 'A test follows: `is defined`, `is not none`.'),
  entry('if', null, '`a if condition else b`. Without `else`, undefined where the condition fails.'),
  entry('else', null, 'The value where the condition fails.'),
  entry('recursive', null, 'Lets the loop be called: `loop(item.children)`.'),
  entry('true', null, 'The constant; `True` means the same.'),
  entry('false', null, 'The constant; `False` means the same.'),
  entry('none', null, 'The constant; `None` means the same. Printed as `None`.'),
  entry('scoped', null, 'Lets the block see the variables of the loop it stands in.'),
  entry('required', null, 'The block must be filled in by an inheriting template.'),
]);
