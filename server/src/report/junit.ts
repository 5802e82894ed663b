import { casesOf, type Case } from './cases.ts';
import type { CheckedTemplate, Writer } from './report.ts';
import { attributes, xml } from './xml.ts';

/** JUnit: a suite per template, a case per property and conversation. */
export const junitWriter: Writer = {
  format: 'junit',
  write: (checked) => {
    const suites = checked.map((one) => ({ ...one, cases: casesOf(one) }));
    const all = suites.flatMap(({ cases }) => cases);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites${attributes({ name: 'chat-template', ...countsOf(all) })}>`,
      ...suites.flatMap(suiteLines),
      '</testsuites>\n',
    ].join('\n');
  },
};

function countsOf(cases: readonly Case[]) {
  const count = (outcome: Case['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  return { tests: cases.length, failures: count('failed'), errors: 0, skipped: count('skipped') };
}

function suiteLines({ path, cases }: CheckedTemplate & { cases: readonly Case[] }): string[] {
  return [
    `  <testsuite${attributes({ name: path, ...countsOf(cases) })}>`,
    ...cases.map((one) => caseLine(path, one)),
    '  </testsuite>',
  ];
}

function caseLine(path: string, { property, trajectory, outcome, detail }: Case): string {
  const open = `    <testcase${attributes({ classname: property, name: trajectory ?? property, file: path })}`;
  if (outcome === 'passed') return `${open}/>`;
  const [first = ''] = detail.split('\n');
  const inside =
    outcome === 'skipped'
      ? `<skipped${attributes({ message: detail })}/>`
      : `<failure${attributes({ message: first, type: property })}>${xml(detail)}</failure>`;
  return `${open}>${inside}</testcase>`;
}
