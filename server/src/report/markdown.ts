import type { Finding, PropertyResult, Verdict } from '../../../protocol/certification.ts';
import type { ProfileVerdict } from '../../../protocol/certificate.ts';
import { matrixOf } from '../certify/profiles/matrix.ts';
import { confirmationLine } from './confirmationWords.ts';
import { bullets, codeSpan, table } from './markdownParts.ts';
import { hasOwnLines, rangesIn } from './place.ts';
import type { CheckedTemplate, Writer } from './report.ts';
import { bySetting, plural, proofOf, safetyOf, settingName, tokenizerNoteOf } from './words.ts';

/** For a pull request, or the summary of a job. */
export const markdownWriter: Writer = {
  format: 'markdown',
  write: (checked) => `${checked.map(section).join('\n\n')}\n`,
};

function section(checked: CheckedTemplate): string {
  const { path, certification, python } = checked;
  const { findings, properties } = certification;
  return [
    `## ${codeSpan(path)}`,
    `${plural(findings.length, 'finding')}; ${[tokenizerNoteOf(checked), ...(python === null ? [] : [confirmationLine(python)])].join('; ')}.`,
    ...(findings.length === 0
      ? []
      : [bullets(findings.map((finding, at) => findingItem(checked, finding, at)))]),
    ...(properties.length === 0
      ? []
      : [propertyTable(properties), ...safetyTable(properties), profileTable(matrixOf(properties))]),
  ].join('\n\n');
}

function findingItem(checked: CheckedTemplate, finding: Finding, index: number): string {
  const { code, severity, message, span } = finding;
  const { line, column } = rangesIn(checked.source)(span);
  const place = hasOwnLines(checked) ? `line ${line}:${column}` : `line ${line}:${column} of the template`;
  const fixes = checked.fixes
    .filter((fix) => fix.finding === index)
    .map((fix) => `\n  - fix: ${fix.title}: ${proofOf(fix)}`);
  return `**${code}** ${severity}, ${place}: ${message}${fixes.join('')}`;
}

function propertyTable(properties: readonly PropertyResult[]): string {
  return table(
    ['Property', 'Verdict', 'Seen on'],
    properties.map(({ id, verdict, byDesign, level, renders, conversations, message }) => [
      codeSpan(id),
      byDesign ? `${verdict} (by design)` : verdict,
      seenOn(
        verdict,
        `${plural(renders, 'render')} of ${plural(conversations, 'conversation')}, on ${level}`,
        message,
      ),
    ]),
  );
}

/** Which appends keep what stands before them, by setting; nothing where there is one setting. */
export function safetyTable(properties: readonly PropertyResult[]): string[] {
  const rows = bySetting(properties);
  if (rows.length === 0) return [];
  return [
    table(
      ['Append safety', ...rows[0]!.bySetting.map((outcome) => codeSpan(settingName(outcome)))],
      rows.map((row) => [codeSpan(row.id), ...row.bySetting.map(safetyOf)]),
    ),
  ];
}

/** Why there is no verdict, or what it was seen on; a remark goes behind it. */
export function seenOn(verdict: Verdict, seen: string, message: string | null): string {
  if (message === null) return seen;
  return verdict === 'PASS' ? `${seen}; ${message}` : message;
}

export function profileTable(rows: readonly ProfileVerdict[]): string {
  return table(
    ['Profile', 'Verdict', 'Because of', 'What happens'],
    rows.map(({ title, verdict, because, consequence, level }) => [
      title,
      verdict === 'holds' ? `holds, on ${level}` : verdict,
      because.map(codeSpan).join(', '),
      consequence ?? '',
    ]),
  );
}
