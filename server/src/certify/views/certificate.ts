/** The model behind the certificate panel: the certificate, the findings, and what shows each failure. */
import type { Certification, PropertyResult } from '../../../../protocol/certification.ts';
import type { CertificateModel } from '../../../../protocol/views.ts';
import type { CertificateMaking } from '../../../../protocol/worker.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import type { Analysis } from '../analysis.ts';
import { certificateOf } from '../certificate/index.ts';
import type { CertifySettings } from '../settings.ts';
import { choiceIdOf, choicesOf } from './choices.ts';

export interface CertificateViewed {
  readonly templateUri: string;
  readonly templateName: string;
  readonly settings?: CertifySettings;
}

export function certificateView(
  { certification, analysis }: { readonly certification: Certification; readonly analysis: Analysis },
  { templateUri, templateName, settings: { profiles: required = [] } = {} }: CertificateViewed,
  making: CertificateMaking,
): CertificateModel {
  const lines = new LineIndex(analysis.source);
  return {
    kind: 'certificate',
    templateUri,
    templateName,
    certificate: certificateOf({
      certification,
      analysis,
      name: templateName,
      ...making,
      required,
      python: null,
    }),
    findings: certification.findings.map(({ code, severity, message, span }) => ({
      code,
      severity,
      message,
      span,
      line: lines.positionOf(span.start).line,
    })),
    comparisons: comparisonsOf(analysis, certification.properties),
  };
}

function comparisonsOf(analysis: Analysis, properties: readonly PropertyResult[]): Record<string, string> {
  const known = new Set(choicesOf(analysis).map(({ id }) => id));
  const shown = properties.flatMap(({ id, witness }): [string, string][] =>
    witness?.kind === 'prefix' ? [[id, choiceIdOf(id, witness)]] : [],
  );
  return Object.fromEntries(shown.filter(([, choice]) => known.has(choice)));
}
