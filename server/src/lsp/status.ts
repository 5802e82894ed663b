/** Tells the client how a document stands: its tokenizer, its verdicts, whether work goes on. */
import type { Connection } from 'vscode-languageserver';
import type { Finding, PropertyResult, Severity, Verdict } from '../../../protocol/certification.ts';
import type { ServerNotifications, StatusParams } from '../../../protocol/server.ts';
import type { Check, CheckResult } from './check.ts';
import type { DocumentListener } from './checks.ts';
import { CHECK_STOPPED, SYNTAX_ERROR } from './hostFindings.ts';

const STATUS: keyof ServerNotifications = 'chatTemplate/status';

const WORST_FIRST: readonly Severity[] = ['error', 'warning', 'information'];

/** Sends a status whenever it differs from the last one sent. */
export function statusFeature(connection: Connection): DocumentListener {
  const sent = new Map<string, string>();
  return {
    checked(check) {
      const status = statusOf(check);
      const text = JSON.stringify(status);
      if (sent.get(check.uri) === text) return;
      sent.set(check.uri, text);
      void connection.sendNotification(STATUS, status);
    },
    closed: (uri) => void sent.delete(uri),
  };
}

function statusOf({ uri, version, busy, latest }: Check): StatusParams {
  const tokenizer = latest?.tokenizer;
  const verdicts = (latest?.certification?.properties ?? []).map(({ id, verdict, byDesign }) => ({
    property: id,
    verdict,
    byDesign,
  }));
  return {
    uri,
    version,
    busy,
    tokenizer:
      tokenizer?.status === 'ready'
        ? { source: tokenizer.info.source, vocabulary: tokenizer.vocabulary }
        : null,
    tokenizerError: tokenizer?.status === 'broken' ? `${tokenizer.file}: ${tokenizer.message}` : null,
    tokenizerMissing: tokenizer?.status === 'none' && latest?.final ? tokenizer.reason : null,
    verdicts,
    severity: WORST_FIRST.find((severity) => latest?.findings.some((f) => f.severity === severity)) ?? null,
    summary: latest ? summaryOf(latest) : 'checking',
    confirmedBy: (latest?.version === version && latest.confirmedBy) || null,
  };
}

/** One line: what a person acts on first. */
export function summaryOf({ certification, findings, final }: CheckResult): string {
  if (!certification || certification.properties.length === 0) return summaryWithoutVerdicts(findings);
  const { properties } = certification;
  const failed = failuresIn(properties);
  if (failed.length > 0) return `FAIL ${failed.map(({ id }) => id).join(', ')}`;
  const counts = countsOf(properties);
  const level = certification.tokenizer ? '' : final ? ' (text only)' : ' (text so far)';
  return counts.length > 0 ? counts.join(', ') + level : `nothing to check${level}`;
}

/** Those that nobody meant. */
export const failuresIn = (properties: readonly PropertyResult[]) =>
  properties.filter(({ verdict, byDesign }) => verdict === 'FAIL' && !byDesign);

function summaryWithoutVerdicts(findings: readonly Finding[]): string {
  if (findings.some(({ code }) => code === SYNTAX_ERROR)) return 'syntax error';
  if (findings.some(({ code }) => code === CHECK_STOPPED)) return 'check stopped';
  return 'not checked';
}

function countsOf(properties: readonly PropertyResult[]): string[] {
  const kinds: readonly [string, Verdict, boolean | null][] = [
    ['PASS', 'PASS', null],
    ['FAIL by design', 'FAIL', true],
    ['UNSUPPORTED', 'UNSUPPORTED', null],
    ['NOT-REPRODUCIBLE', 'NOT-REPRODUCIBLE', null],
  ];
  return kinds.flatMap(([label, verdict, byDesign]) => {
    const count = properties.filter(
      (property) => property.verdict === verdict && (byDesign === null || property.byDesign === byDesign),
    ).length;
    return count > 0 ? [`${count} ${label}`] : [];
  });
}
