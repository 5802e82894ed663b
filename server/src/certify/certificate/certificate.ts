/** The certificate: everything that a verdict depends on, and the verdicts. Same input, same bytes. */
import type { Certificate } from '../../../../protocol/certificate.ts';
import type { PythonConfirmation } from '../../../../protocol/confirmation.ts';
import type { Certification } from '../../../../protocol/certification.ts';
import type { Trajectory } from '../../conversation/suite.ts';
import { sha256 } from '../../text/sha256.ts';
import type { Analysis } from '../analysis.ts';
import { matrixOf } from '../profiles/matrix.ts';
import { certificateClock, type Subject } from '../subject.ts';

/** The Jinja2 that the engine is held to by its recorded answers. */
const followedJinja2 = '3.1.6';

export interface CertificateInput {
  readonly certification: Certification;
  readonly analysis: Analysis;
  /** Of the template, as it should be shown. */
  readonly name: string;
  /** ISO 8601: a day or a time. */
  readonly date: string;
  readonly toolVersion: string;
  /** Ids of profiles that were asked for. */
  readonly required: readonly string[];
  readonly python: PythonConfirmation | null;
}

export function certificateOf(input: CertificateInput): Certificate {
  const { certification, analysis, name, date, toolVersion, required, python } = input;
  return {
    format: 1,
    tool: { name: 'chat-template', version: toolVersion },
    date,
    template: { name, sha256: certification.templateSha256 },
    tokenizer: tokenizerOf(certification, analysis.subject),
    engine: { name: 'chat-template', jinja2: followedJinja2, clock: certificateClock },
    otherEngines: analysis.subject.engines
      .map(({ info: { id, version } }) => ({ id, version }))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
    python,
    suite: suiteOf(analysis.subject.suite),
    kwargs: analysis.subject.kwargs,
    properties: certification.properties,
    required: [...required].sort(),
    profiles: matrixOf(certification.properties),
  };
}

export function certificateText(certificate: Certificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

function tokenizerOf({ tokenizer: info }: Certification, { tokenizer }: Subject): Certificate['tokenizer'] {
  if (info === null || tokenizer === null) return null;
  const { source, sha256: hash } = info;
  const specialTokens = Object.fromEntries(Object.entries(tokenizer.specialTokens).sort(byName));
  return { source, sha256: hash, specialTokens, eosIds: [...tokenizer.eosIds].sort((a, b) => a - b) };
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]) =>
  one < other ? -1 : 1;

function suiteOf(suite: readonly Trajectory[]): Certificate['suite'] {
  const trajectories = suite.map(({ id, messages, tools }) => ({
    id,
    sha256: sha256(JSON.stringify({ messages, tools })),
  }));
  return { sha256: sha256(trajectories.map((one) => `${one.id} ${one.sha256}\n`).join('')), trajectories };
}
