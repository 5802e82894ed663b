/** Findings with the lines they are about. */
import type { Finding } from '../../../../protocol/certification.ts';
import { rangesIn, type Range } from '../place.ts';
import type { CheckedTemplate } from '../report.ts';
import { proofOf } from '../words.ts';
import { html, type Markup, type Part } from './markup.ts';

/** Lines shown around the place of a finding. */
const around = 2;

export function findingBlocks(checked: CheckedTemplate): Markup[] {
  const range = rangesIn(checked.source);
  return checked.certification.findings.map((finding, index) =>
    findingBlock(checked, finding, index, range(finding.span)),
  );
}

function findingBlock(checked: CheckedTemplate, finding: Finding, index: number, range: Range): Markup {
  const { code, severity, message } = finding;
  const fixes = checked.fixes.filter((fix) => fix.finding === index);
  return html`<div class="finding">
    <p>
      <span class="${severity}">${severity}</span> <b>${code}</b> <span class="dim">line ${range.line}</span>
    </p>
    <p>${message}</p>
    ${frame(checked.source, finding, range)}
    ${fixes.map((fix) => html`<p class="fix"><b>Fix.</b> ${fix.title} <span class="dim">(${proofOf(fix)})</span></p>`)}
  </div>`;
}

/** Leading and trailing lines are whole; the place itself is marked. */
function frame(source: string, { span }: Finding, { line, endLine }: Range): Markup {
  const lines = source.split(/\r\n|\n|\r/);
  const from = Math.max(1, line - around);
  const lineStart = source.slice(0, span.start).search(/[^\r\n]*$/);
  const rest = source.slice(span.end);
  const lineEnd = span.end + rest.search(/[\r\n]|$/);
  const place = [
    source.slice(lineStart, span.start),
    html`<mark>${source.slice(span.start, span.end)}</mark>`,
    source.slice(span.end, lineEnd),
  ];
  const shown = [
    ...lines.slice(from - 1, line - 1).map((text, at) => numbered(from + at, text)),
    numbered(line, place),
    ...lines.slice(endLine, endLine + around).map((text, at) => numbered(endLine + 1 + at, text)),
  ];
  return html`<pre>${shown}</pre>`;
}

/** Blanks are put in as values: those of the tag are the formatter's. */
const numbered = (line: number, text: Part) =>
  html`<span class="number">${`${String(line).padStart(4)}  `}</span>${text}${'\n'}`;
