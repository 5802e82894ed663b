import { codeFrameColumns } from '@babel/code-frame';
import { createColors } from 'picocolors';
import type { Finding, Fix, PropertyResult, Severity, Span } from '../../../protocol/certification.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { confirmationLine } from './confirmationWords.ts';
import type { CheckedTemplate, Writer } from './report.ts';
import { plural, proofOf, tokenizerNoteOf } from './words.ts';

type Colors = ReturnType<typeof createColors>;

/** For people at a terminal: each finding with a frame of the source at the culprit, then the verdicts. */
export const textWriter: Writer = {
  format: 'text',
  write: (checked, { color }) =>
    checked.map((one) => templateText(one, createColors(color), checked.length > 1)).join('\n'),
};

/** Where several are told, each under its path. */
function templateText(checked: CheckedTemplate, colors: Colors, titled: boolean): string {
  const lines = new LineIndex(checked.source);
  const findings = checked.certification.findings.map((finding, index) =>
    findingText(
      checked,
      lines,
      colors,
      finding,
      checked.fixes.filter((fix) => fix.finding === index),
    ),
  );
  const title = titled ? [colors.underline(checked.path)] : [];
  const notes = [...confirmationNote(checked, colors), summaryLine(checked, colors)];
  return [...title, ...findings, verdictTable(checked, colors), ...notes, ''].join('\n');
}

function findingText(
  { path, source }: CheckedTemplate,
  lines: LineIndex,
  colors: Colors,
  { code, severity, message, span, related }: Finding,
  fixes: readonly Fix[],
): string {
  const at = (place: Span) => {
    const { line, column } = lines.positionOf(place.start);
    return `${path}:${line}:${column}`;
  };
  return [
    `${colors.bold(at(span))} ${paint(colors, severity)} ${colors.bold(code)} ${printable(message)}`,
    frame(source, lines, span),
    ...related.map((information) => colors.dim(`  ${at(information.span)} ${information.message}`)),
    ...fixes.map((fix) => `  ${colors.green('fix')} ${fix.title}: ${proofOf(fix)}`),
    '',
  ].join('\n');
}

function frame(source: string, lines: LineIndex, { start, end }: Span): string {
  return codeFrameColumns(
    printable(source),
    { start: lines.positionOf(start), end: lines.positionOf(end) },
    { highlightCode: false, linesAbove: 2, linesBelow: 2 },
  );
}

/** A template may hold what a terminal would obey: control characters are shown as pictures, one for one. */
const printable = (text: string): string =>
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, (control) => {
    const code = control.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });

function verdictTable({ certification }: CheckedTemplate, colors: Colors): string {
  const { properties } = certification;
  if (properties.length === 0) return `  ${colors.yellow('NOT DECIDED')}  no property could be judged`;
  const width = Math.max(0, ...properties.map(({ id }) => id.length));
  return properties
    .map((result) => `  ${result.id.padEnd(width)}  ${verdictText(result, colors)}`)
    .join('\n');
}

function verdictText(
  { verdict, level, renders, conversations, byDesign, witness, message }: PropertyResult,
  colors: Colors,
): string {
  const counted = `${plural(renders, 'render')} of ${plural(conversations, 'conversation')}, on ${level}`;
  switch (verdict) {
    case 'PASS':
      return `${colors.green('PASS')}  ${counted}${message === null ? '' : `; ${message}`}`;
    case 'FAIL': {
      const word = byDesign ? colors.yellow('FAIL (by design)') : colors.red('FAIL');
      return `${word}  ${witness === null ? '' : `shown by ${witness.trajectory}; `}${counted}`;
    }
    default:
      return `${colors.yellow(verdict)}  ${message ?? ''}`;
  }
}

function confirmationNote({ python }: CheckedTemplate, colors: Colors): string[] {
  if (python === null) return [];
  const color = python.confirmed === python.renders ? colors.green : colors.red;
  return [color(confirmationLine(python))];
}

function summaryLine(checked: CheckedTemplate, colors: Colors): string {
  const { certification } = checked;
  const count = (severity: Severity) =>
    certification.findings.filter((finding) => finding.severity === severity).length;
  const told = (['error', 'warning', 'information'] as const)
    .map((severity) => [count(severity), severity] as const)
    .filter(([number]) => number > 0)
    .map(
      ([number, severity]) => `${number} ${severity}${number === 1 || severity === 'information' ? '' : 's'}`,
    );
  return `${told.length === 0 ? colors.green('no findings') : told.join(', ')} · ${tokenizerNoteOf(checked)}`;
}

function paint(colors: Colors, severity: Severity): string {
  const paints = { error: colors.red, warning: colors.yellow, information: colors.blue } as const;
  return paints[severity](severity);
}
