/** What people set about checking: beside template and tokenizer, the third thing that a certification depends on. */
import type { Finding, Severity } from '../../../protocol/certification.ts';
import type { Json } from '../../../protocol/conversation.ts';
import type { Trajectory } from '../conversation/suite.ts';
import { ruleOf } from '../rules/registry.ts';
import type { Use } from '../rules/rule.ts';
import { milder } from '../rules/severity.ts';

export interface DeclaredParsers {
  readonly toolCall?: string;
  readonly reasoning?: string;
}

export interface CertifySettings {
  /** What the template is for; reinforcement learning unless said. */
  readonly use?: Use;
  /** By rule code, over what the use says; `off`: not reported. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
  /** Variables to vary beside those that are found, each with the values to try. */
  readonly kwargs?: Readonly<Record<string, readonly Json[]>>;
  /** Profiles that must hold, by their ids: a certificate says whether they do. */
  readonly profiles?: readonly string[];
  /** What the server reads sampled turns with, by the names of vLLM and SGLang. */
  readonly parsers?: DeclaredParsers;
  /** People's own conversations, checked after those of the suite. Ids differ from those of the suite. */
  readonly trajectories?: readonly Trajectory[];
}

/** Findings as these settings want them told. */
export function withSeverities(findings: readonly Finding[], settings: CertifySettings): Finding[] {
  const use = settings.use ?? 'rl';
  return findings.flatMap((finding) => {
    if (ruleOf(finding.code)?.isFor?.(finding.payload, use) === false) return [];
    const severity = settings.severities?.[finding.code] ?? severityFor(finding, use);
    return severity === 'off' ? [] : [severity === finding.severity ? finding : { ...finding, severity }];
  });
}

/** Rules speak for reinforcement learning. Where a finding is milder than its rule, it stays so for every use. */
function severityFor({ code, severity }: Finding, use: Use): Severity {
  const rule = ruleOf(code);
  if (use === 'rl' || rule === undefined) return severity;
  const usual = rule.severity[use];
  return severity === rule.severity.rl ? usual : milder(severity, usual);
}
