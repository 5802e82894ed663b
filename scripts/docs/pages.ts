/** The reference pages, made from the registries alone: what the code says of itself. */
import { properties } from '../../server/src/certify/properties/registry.ts';
import type { Property } from '../../server/src/certify/properties/property.ts';
import { rules } from '../../server/src/rules/registry.ts';
import type { Rule, Use } from '../../server/src/rules/rule.ts';

/** Path in the checkout to text. */
export type Pages = ReadonlyMap<string, string>;

const foundBy: Readonly<Record<Rule['by'][number], string>> = {
  static: 'the text of the template',
  renders: 'renders of the suite',
  tokens: 'token ids',
};

const uses: Readonly<Record<Use, string>> = {
  serving: 'Serving',
  sft: 'Supervised fine-tuning',
  rl: 'Reinforcement learning',
};

export function referencePages(): Pages {
  return new Map([
    ['docs/rules/README.md', ruleIndex()],
    ...rules.map((rule) => [`docs/rules/${rule.code}.md`, rulePage(rule)] as const),
    ['docs/properties/README.md', propertyIndex()],
    ...properties.map((property) => [`docs/properties/${property.id}.md`, propertyPage(property)] as const),
  ]);
}

function rulePage({ code, title, by, severity, explanation, repair, candidates }: Rule): string {
  return page(
    `# ${code}: ${title}`,
    explanation,
    '## What to do',
    repair,
    ...(candidates ? ['A quick fix is offered where one was proven.'] : []),
    '## How it is found',
    `From ${listed(by.map((source) => foundBy[source]))}.`,
    '## Severity',
    table(
      ['Template for', 'Severity'],
      (Object.keys(uses) as Use[]).map((use) => [uses[use], severity[use]]),
    ),
    'Generated from the rule registry by `npm run docs`.',
  );
}

function propertyPage({ id, title, definition, explanation }: Property): string {
  return page(
    `# ${title}`,
    `\`${id}\``,
    explanation,
    '## Definition',
    `> ${definition}`,
    'R renders a conversation to text, T encodes text to token ids; *on* and *off* say whether the generation prompt is added.',
    'Generated from the property registry by `npm run docs`.',
  );
}

function ruleIndex(): string {
  return page(
    '# Rules',
    'The code is the contract; the wording may change.',
    table(
      ['Code', 'Title', 'Quick fix'],
      rules.map(({ code, title, candidates }) => [
        `[${code}](${code}.md)`,
        title,
        candidates ? 'where proven' : '',
      ]),
    ),
    'Generated from the rule registry by `npm run docs`.',
  );
}

function propertyIndex(): string {
  return page(
    '# Properties',
    'What is certified of a template, in the order a certificate lists it.',
    table(
      ['Property', 'Title'],
      properties.map(({ id, title }) => [`[\`${id}\`](${id}.md)`, title]),
    ),
    'Generated from the property registry by `npm run docs`.',
  );
}

function page(...blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
