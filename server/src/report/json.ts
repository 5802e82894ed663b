import type { Span } from '../../../protocol/certification.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { Writer } from './report.ts';

/** Machine-readable: positions are 1-based, columns in UTF-16 units, the end exclusive. */
export const jsonWriter: Writer = {
  format: 'json',
  write: ({ path, source, certification, fixes }) => {
    const { templateSha256, tokenizer, findings, properties } = certification;
    const lines = new LineIndex(source);
    const range = ({ start, end }: Span) => {
      const from = lines.positionOf(start);
      const to = lines.positionOf(end);
      return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
    };
    const report = {
      template: { path, sha256: templateSha256 },
      tokenizer,
      findings: findings.map(({ code, severity, message, span, related, payload }, index) => ({
        code,
        severity,
        message,
        ...range(span),
        related: related.map((information) => ({ message: information.message, ...range(information.span) })),
        fixes: fixes
          .filter(({ finding }) => finding === index)
          .map(({ title, edits, repairs, changes, compared }) => ({
            title,
            edits: edits.map(({ span: replaced, text }) => ({ ...range(replaced), text })),
            repairs,
            rendersChanged: changes.length,
            rendersCompared: compared,
          })),
        payload,
      })),
      properties,
    };
    return `${JSON.stringify(report, null, 2)}\n`;
  },
};
