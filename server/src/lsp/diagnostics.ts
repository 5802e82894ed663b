/** Findings as diagnostics: pulled where the client can be told to pull again, else pushed. */
import {
  DiagnosticSeverity,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';
import type {
  CancellationToken,
  ClientCapabilities,
  Connection,
  Diagnostic,
  DocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding, Severity } from '../../../protocol/certification.ts';
import type { DiagnosticData } from '../../../protocol/server.ts';
import { cancellation } from './cancellation.ts';
import type { CheckResult } from './check.ts';
import type { Checks, DocumentListener } from './checks.ts';
import { rangeOf } from './positions.ts';

export const DIAGNOSTIC_SOURCE = 'chat-template';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
};

/** `rulePage`: address of a rule's page with `{code}` in it; null for no link. */
export function diagnosticOf(
  document: TextDocument,
  finding: Finding,
  index: number,
  rulePage: string | null,
): Diagnostic {
  const data: DiagnosticData = { code: finding.code, finding: index, payload: finding.payload };
  return {
    range: rangeOf(document, finding.span),
    severity: SEVERITIES[finding.severity],
    code: finding.code,
    source: DIAGNOSTIC_SOURCE,
    message: finding.message,
    relatedInformation: finding.related.map(({ span, message }) => ({
      location: { uri: document.uri, range: rangeOf(document, span) },
      message,
    })),
    data,
    ...(rulePage === null ? {} : { codeDescription: { href: rulePage.replace('{code}', finding.code) } }),
  };
}

export interface DiagnosticsHost {
  readonly connection: Connection;
  readonly capabilities: ClientCapabilities;
  readonly rulePage: string | null;
  readonly checks: Checks;
}

export interface DiagnosticsFeature extends DocumentListener {
  /** Whether the client pulls: then the server must say that it provides. */
  readonly pulled: boolean;
}

export function diagnosticsFeature(host: DiagnosticsHost): DiagnosticsFeature {
  const { textDocument, workspace } = host.capabilities;
  const pulls = textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true;
  return pulls ? pulledDiagnostics(host) : pushedDiagnostics(host);
}

function itemsOf({ checks, rulePage }: DiagnosticsHost, uri: string, result: CheckResult): Diagnostic[] {
  const text = checks.document(uri);
  if (!text || text.version !== result.version) return [];
  return result.findings.map((finding, index) => diagnosticOf(text, finding, index, rulePage));
}

function pushedDiagnostics(host: DiagnosticsHost): DiagnosticsFeature {
  const { connection } = host;
  const sent = new Map<string, CheckResult>();
  return {
    pulled: false,
    checked({ uri, latest, version }) {
      if (!latest || latest.version !== version || sent.get(uri) === latest) return;
      sent.set(uri, latest);
      void connection.sendDiagnostics({ uri, version, diagnostics: itemsOf(host, uri, latest) });
    },
    closed(uri) {
      sent.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
  };
}

function pulledDiagnostics(host: DiagnosticsHost): DiagnosticsFeature {
  const { connection } = host;
  /** Names results: a client that has one already is told so. */
  const ids = new WeakMap<CheckResult, string>();
  /** What each document's client was last given, or is being given. */
  const given = new Map<string, CheckResult>();
  const waiting = new Map<string, number>();
  let count = 0;

  const idOf = (result: CheckResult) => {
    const id = ids.get(result) ?? String(++count);
    ids.set(result, id);
    return id;
  };

  async function report(
    uri: string,
    previous: string | undefined,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport> {
    const check = host.checks.check(uri);
    waiting.set(uri, (waiting.get(uri) ?? 0) + 1);
    // A client asks anew only once the request it cancelled was answered.
    const result = await Promise.race([check?.answer(), cancellation(token)]);
    waiting.set(uri, (waiting.get(uri) ?? 1) - 1);
    if (token.isCancellationRequested) throw cancelled();
    if (!result) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    given.set(uri, result);
    const resultId = idOf(result);
    return resultId === previous
      ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
      : { kind: DocumentDiagnosticReportKind.Full, resultId, items: itemsOf(host, uri, result) };
  }

  connection.languages.diagnostics.on(({ textDocument, previousResultId }, token) =>
    report(textDocument.uri, previousResultId, token),
  );
  return {
    pulled: true,
    checked({ uri, latest, version }) {
      if (!latest || latest.version !== version || given.get(uri) === latest) return;
      // A request that waits is about to be answered with this very result.
      if ((waiting.get(uri) ?? 0) > 0) return;
      given.set(uri, latest);
      connection.languages.diagnostics.refresh().catch(() => undefined);
    },
    closed(uri) {
      given.delete(uri);
      waiting.delete(uri);
    },
  };
}

/** Without data: told "do not ask again", VS Code's client would also drop the request it cancelled this one for. */
function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'Asked anew.');
}
