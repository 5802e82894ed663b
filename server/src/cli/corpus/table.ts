import { properties } from '../../certify/properties/registry.ts';
import { InputError } from '../failure.ts';
import type { CorpusRow } from './row.ts';

const formats: Readonly<Record<string, (rows: readonly CorpusRow[]) => string>> = {
  text: textTable,
  json: (rows) => JSON.stringify(rows, null, 2),
  markdown: markdownTable,
};

export function corpusTable(rows: readonly CorpusRow[], format: string): string {
  const write = formats[format];
  if (write === undefined)
    throw new InputError(`there is no format "${format}"; choose one of: ${Object.keys(formats).join(', ')}`);
  return `${write(rows)}\n`;
}

/** One letter per verdict: what is wrong stands out. */
const marks: Readonly<Record<string, string>> = {
  PASS: '.',
  FAIL: 'F',
  'FAIL (by design)': 'd',
  UNSUPPORTED: 'u',
  'NOT-REPRODUCIBLE': 'n',
};

const ids = properties.map(({ id }) => id);
const markOf = (row: CorpusRow, id: string) => marks[row.verdicts[id] ?? ''] ?? ' ';
const codesOf = ({ findings, stopped }: CorpusRow) => stopped ?? Object.keys(findings).join(' ');
const passing = (rows: readonly CorpusRow[], id: string) =>
  rows.filter(({ verdicts }) => verdicts[id] === 'PASS').length;

/** One character heads each column. */
const columns = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const column = (at: number) => columns[at] ?? '?';

function textTable(rows: readonly CorpusRow[]): string {
  const width = Math.max(...rows.map(({ template }) => template.length));
  const head = ids.map((_, at) => column(at)).join('');
  return [
    `${''.padEnd(width)}  ${head}  findings`,
    ...rows.map(
      (row) => `${row.template.padEnd(width)}  ${ids.map((id) => markOf(row, id)).join('')}  ${codesOf(row)}`,
    ),
    '',
    ...ids.map((id, at) => `${column(at)}  ${id}: ${passing(rows, id)} of ${rows.length} pass`),
    '. PASS  F FAIL  d FAIL by design  u UNSUPPORTED  n NOT-REPRODUCIBLE',
  ].join('\n');
}

function markdownTable(rows: readonly CorpusRow[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
  return [
    line(['template', ...ids, 'findings']),
    line(['---', ...ids.map(() => '---'), '---']),
    ...rows.map((row) => line([row.template, ...ids.map((id) => row.verdicts[id] ?? ''), codesOf(row)])),
    line(['passing', ...ids.map((id) => `${passing(rows, id)} of ${rows.length}`), '']),
  ].join('\n');
}
