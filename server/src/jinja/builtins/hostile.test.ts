/** Arguments that ask for more than there is: an error value, at once, not a crash or a hang. */
import { describe, expect, it } from 'vitest';
import { Dict, load } from '../index.ts';

const BUDGET = { steps: 1_000_000, output: 1_000_000, memory: 20_000_000 };

function outcome(template: string): string {
  const { program } = load(template);
  const rendered = program?.render(new Dict(), { budget: BUDGET });
  if (!rendered) return 'refused';
  return rendered.ok ? rendered.text : rendered.error.type;
}

const TOO_MUCH = [
  `{{ 'a'.ljust(10**9) }}`,
  `{{ 'a'.center(10**15) }}`,
  `{{ 'a'.zfill(10**9) }}`,
  `{{ 'a'|center(10**9) }}`,
  `{{ '%1000000000d'|format(1) }}`,
  `{{ '%.1000000000f'|format(1) }}`,
  `{{ '{:1000000000}'.format(1) }}`,
  `{{ '{:.1000000000f}'.format(1.5) }}`,
  `{{ '{:01000000000,}'.format(1) }}`,
  `{{ 'a'|indent(10**9, true) }}`,
  `{{ [1]|tojson(indent=10**9) }}`,
  `{{ '\\t'.expandtabs(10**9) }}`,
  `{{ ('a'*10**5)|replace('a', 'b'*10**5) }}`,
  `{{ ('a'*10**5).replace('', 'b'*1000) }}`,
  `{{ ('a'*10**5).translate({97: 'x'*1000}) }}`,
  `{{ [1]|batch(10**9, 'x')|list }}`,
  `{{ []|slice(10**9)|list|length }}`,
  `{{ lipsum(10**9) }}`,
  `{{ ('a '*4*10**5).split()|length }}`,
  `{{ ('a\\n'*4*10**5).splitlines()|length }}`,
  `{% for i in range(100000) %}{% set x = range(100000)|select('none')|list %}{% endfor %}`,
];

const DEEP = `{% set ns = namespace(x=1) %}{% for i in range(3000) %}{% set ns.x = [ns.x] %}{% endfor %}`;

/** Each would take minutes if its time grew with the square of the argument. */
const LONG: readonly (readonly [template: string, text: string])[] = [
  [`{{ ('1'*200000 ~ 'x')|float }}`, '0.0'],
  [`{{ ('1'*200000)|int(base=16) is integer }}`, 'True'],
  [`{{ strftime_now('%' ~ '0'*200000)|length }}`, '200001'],
  [`{{ ('a'*100000)|wordwrap(50)|length }}`, '101999'],
  [`{{ ('<!--'*50000)|striptags|length }}`, '200000'],
  [`{{ ('a@'*50000)|urlize|length }}`, '100000'],
  [`{{ ('http://' ~ 'a.'*50000 ~ '!')|urlize|length }}`, '100008'],
  [`{{ (15|round(-10**9)) }} {{ 1.5|round(-10**9) }}`, '0 0.0'],
];

describe('more than the budget', () => {
  it.each(TOO_MUCH)('%s', (template) => expect(outcome(template)).toBe('BudgetExceeded'));
});

describe('values that nest too deeply', () => {
  it.each(['{{ ns.x|tojson }}', '{{ ns.x|pprint }}', '{{ ns.x|string }}'])('%s', (use) =>
    expect(outcome(DEEP + use)).toBe('RecursionError'),
  );
});

describe('long arguments', () => {
  it.each(LONG)('%s', (template, text) => expect(outcome(template)).toBe(text));
});
