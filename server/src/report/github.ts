import type { Finding, Severity } from '../../../protocol/certification.ts';
import { hasOwnLines, rangesIn, type Range } from './place.ts';
import type { CheckedTemplate, Writer } from './report.ts';

/** Workflow commands that GitHub shows as annotations at the lines of a pull request. */
export const githubWriter: Writer = {
  format: 'github',
  write: (checked) =>
    checked
      .flatMap(annotationsOf)
      .map((line) => `${line}\n`)
      .join(''),
};

const commands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
};

function annotationsOf(checked: CheckedTemplate): string[] {
  const range = rangesIn(checked.source);
  return checked.certification.findings.map((finding) => annotation(checked, finding, range(finding.span)));
}

function annotation(checked: CheckedTemplate, { code, severity, message }: Finding, range: Range): string {
  const { line, column, endLine, endColumn } = range;
  // Columns are taken only where the range is on one line.
  const columns = line === endLine ? { col: column, endColumn } : {};
  const place = hasOwnLines(checked) ? { line, endLine, ...columns } : {};
  const properties = Object.entries({ file: checked.path, ...place, title: code })
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(',');
  return `::${commands[severity]} ${properties}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
