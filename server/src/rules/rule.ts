/** What a rule is: one file each, one line in `registry.ts`. Settings, docs and hovers are made from these. */
import type { Edit, Finding, Severity } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';

/** What a template is meant for: severities differ. */
export type Use = 'serving' | 'sft' | 'rl';

export interface Rule<Payload = unknown> {
  readonly code: string;
  readonly title: string;
  /** How it is found: from the text alone, from renders, from tokens. */
  readonly by: readonly ('static' | 'renders' | 'tokens')[];
  readonly severity: Readonly<Record<Use, Severity>>;
  /** The uses that a finding is for, where it is not for all: others do not get to see it. */
  isFor?(payload: Payload, use: Use): boolean;
  /** Markdown: what it means, what goes wrong without a word, what to do. */
  readonly explanation: string;
  readonly repair: string;
  /** Findings from renders; rules whose findings arise elsewhere (syntax, limits) have none here. */
  find?(analysis: Analysis): Finding[];
  /** Edits worth proving for a finding of this rule, the likeliest first. */
  candidates?(payload: Payload, context: CandidateContext): Candidate[];
}

/** What edits are made from, beside the payload. */
export interface CandidateContext {
  readonly analysis: Analysis;
  readonly finding: Finding;
}

export interface Candidate {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** The edits move what is there: a render that changes speaks against them. */
  readonly keepsText?: boolean;
  /** Changes more of what is written than need be: taken where nothing else will do. */
  readonly lastResort?: boolean;
  /** Other ways to write the same edit: offered beside it where every render agrees. */
  readonly sameAs?: readonly Candidate[];
}

/** A rule whose payload type is known to itself alone, as the registry holds it. */
export function defineRule<Payload>(rule: Rule<Payload>): Rule {
  return rule as Rule;
}
