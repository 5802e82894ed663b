import type {
  ArtifactLocation,
  Fix as SarifFix,
  Location,
  Log,
  Region,
  ReportingDescriptor,
  Result,
} from 'sarif';
import type { Finding, Fix, Severity, Span } from '../../../protocol/certification.ts';
import { rules } from '../rules/registry.ts';
import type { Rule } from '../rules/rule.ts';
import { sha256 } from '../text/sha256.ts';
import { hasOwnLines, rangesIn, uriOf } from './place.ts';
import type { CheckedTemplate, Writer } from './report.ts';
import { proofOf } from './words.ts';

/** SARIF 2.1.0, as code scanning services read it. */
export const sarifWriter: Writer = {
  format: 'sarif',
  write: (checked, { version }) => `${JSON.stringify(logOf(checked, version), null, 2)}\n`,
};

const levels = { error: 'error', warning: 'warning', information: 'note' } as const satisfies Record<
  Severity,
  Result.level
>;

function logOf(checked: readonly CheckedTemplate[], version: string): Log {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'chat-template', semanticVersion: version, rules: rules.map(descriptorOf) } },
        columnKind: 'utf16CodeUnits',
        artifacts: checked.map(({ path, certification }) => ({
          location: { uri: uriOf(path) },
          hashes: { 'sha-256': certification.templateSha256 },
        })),
        results: checked.flatMap((one, index) => resultsOf(one, index)),
      },
    ],
  };
}

function descriptorOf({ code, title, explanation, repair, severity, by }: Rule): ReportingDescriptor {
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: explanation },
    help: { text: repair, markdown: `${explanation}\n\n**What to do.** ${repair}` },
    defaultConfiguration: { level: levels[severity.rl] },
    properties: { tags: [...by], severity },
  };
}

function resultsOf(checked: CheckedTemplate, artifact: number): Result[] {
  const { source, certification, fixes, path } = checked;
  const range = rangesIn(source);
  const artifactLocation: ArtifactLocation = { uri: uriOf(path), index: artifact };
  const ownLines = hasOwnLines(checked);
  const regionOf = (span: Span): Region => {
    const { line, column, endLine, endColumn } = range(span);
    return { startLine: line, startColumn: column, endLine, endColumn };
  };
  const locationOf = (span: Span): Location => ({
    physicalLocation: ownLines ? { artifactLocation, region: regionOf(span) } : { artifactLocation },
  });
  const fixOf = (fix: Fix): SarifFix => ({
    description: { text: `${fix.title} (${proofOf(fix)})` },
    artifactChanges: [
      {
        artifactLocation,
        replacements: fix.edits.map(({ span, text }) => ({
          deletedRegion: regionOf(span),
          insertedContent: { text },
        })),
      },
    ],
  });
  return certification.findings.map((finding, index) => {
    const { code, severity, message, span, related } = finding;
    const proven = ownLines ? fixes.filter((fix) => fix.finding === index) : [];
    const { line, column } = range(span);
    return {
      ruleId: code,
      ruleIndex: rules.findIndex((rule) => rule.code === code),
      level: levels[severity],
      message: { text: ownLines ? message : `line ${line}, column ${column} of the template: ${message}` },
      locations: [locationOf(span)],
      relatedLocations: related.map((information, id) => ({
        id,
        message: { text: information.message },
        ...locationOf(information.span),
      })),
      partialFingerprints: { 'chatTemplate/v1': fingerprint(source, finding) },
      ...(proven.length === 0 ? {} : { fixes: proven.map(fixOf) }),
    };
  });
}

/** Stays the same when the template moves or lines are added above. */
function fingerprint(source: string, { code, span }: Finding): string {
  return sha256(`${code} ${source.slice(span.start, span.end).replace(/\s+/g, ' ')}`);
}
