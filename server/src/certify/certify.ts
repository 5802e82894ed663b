/** One template, one tokenizer: every property, every finding. */
import type { Certification, Finding, TokenizerInfo } from '../../../protocol/certification.ts';
import { load } from '../jinja/index.ts';
import { budgetFinding } from '../rules/ct002Budget.ts';
import { syntaxFinding } from '../rules/ct001Syntax.ts';
import { rules } from '../rules/registry.ts';
import { sha256 } from '../text/sha256.ts';
import type { Tokenizer } from '../tokenizer/index.ts';
import { analyse, type Analysis } from './analysis.ts';
import { withSeverities, type CertifySettings } from './settings.ts';
import { RenderStopped, Subject } from './subject.ts';

export interface CertifyInput {
  readonly source: string;
  readonly tokenizer: Tokenizer | null;
  readonly tokenizerInfo: TokenizerInfo | null;
  readonly settings?: CertifySettings;
  /** Asked now and then; true stops the work with a RenderStopped that `certify` turns into a finding. */
  readonly interrupted?: () => boolean;
  /** Milliseconds; absent: `timing` stays 0. */
  readonly clock?: () => number;
}

/** The certification and what it was made from: kept by those who ask for views of the same template next. */
export interface Certified {
  readonly certification: Certification;
  /** Null where the template does not compile or was stopped at a limit. */
  readonly analysis: Analysis | null;
}

export function certify(input: CertifyInput): Certification {
  return certifyFully(input).certification;
}

export function certifyFully(input: CertifyInput): Certified {
  const { source, tokenizer, clock = () => 0 } = input;
  const start = clock();
  const { program, error } = load(source);
  const parse = clock() - start;
  if (program === null)
    return { certification: certification(input, [syntaxFinding(error)], []), analysis: null };

  const subject = new Subject(program, tokenizer, input);
  const timing = () => {
    const { render, encode } = subject.timing;
    return { parse, render, encode, compare: clock() - start - parse - render - encode };
  };
  try {
    const analysis = analyse(source, subject);
    const findings = rules.flatMap((rule) => rule.find?.(analysis) ?? []);
    return { certification: certification(input, findings, analysis.results, timing()), analysis };
  } catch (stopped) {
    if (!(stopped instanceof RenderStopped)) throw stopped;
    return { certification: certification(input, [budgetFinding(stopped)], [], timing()), analysis: null };
  }
}

function certification(
  { source, tokenizerInfo, settings = {} }: CertifyInput,
  found: readonly Finding[],
  properties: Certification['properties'],
  timing: Certification['timing'] = { parse: 0, render: 0, encode: 0, compare: 0 },
): Certification {
  const findings = withSeverities(found, settings);
  return { templateSha256: sha256(source), tokenizer: tokenizerInfo, properties, findings, timing };
}
