import { matrixOf } from '../certify/profiles/matrix.ts';
import { rangesIn } from './place.ts';
import type { CheckedTemplate, Writer } from './report.ts';

/**
 * Machine-readable: positions are 1-based, columns in UTF-16 units, the end exclusive. One template is one object,
 * several are a list. `schemas/report.schema.json` says the rest.
 */
export const jsonWriter: Writer = {
  format: 'json',
  write: (checked) => {
    const reports = checked.map(reportOf);
    return `${JSON.stringify(reports.length === 1 ? reports[0] : reports, null, 2)}\n`;
  },
};

function reportOf(checked: CheckedTemplate) {
  const { path, source, certification, fixes, python } = checked;
  const { templateSha256, tokenizer, findings, properties } = certification;
  const range = rangesIn(source);
  return {
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
        .map(({ title, edits, repairs, changes, compared, under = {} }) => ({
          title,
          edits: edits.map(({ span: replaced, text }) => ({ ...range(replaced), text })),
          repairs,
          rendersChanged: changes.length,
          rendersCompared: compared,
          under,
        })),
      payload,
    })),
    properties,
    profiles: matrixOf(properties),
    python,
    otherEngines: otherEnginesOf(checked),
  };
}

/** Null where none was asked for. */
function otherEnginesOf({ analysis, engineFailures }: CheckedTemplate) {
  const ran = (analysis?.subject.engines ?? []).map(({ info: { id, version } }) => ({ id, version }));
  return ran.length + engineFailures.length === 0 ? null : { ran, failures: engineFailures };
}
