/** One template, one tokenizer: every property, every finding. */
import type { Certification, Finding, TokenizerInfo } from '../../../protocol/certification.ts';
import { load, type TemplateError } from '../jinja/index.ts';
import { budgetFinding } from '../rules/ct002Budget.ts';
import { syntaxFinding } from '../rules/ct001Syntax.ts';
import { withConsequences } from '../rules/consequences.ts';
import { rules } from '../rules/registry.ts';
import { sha256 } from '../text/sha256.ts';
import type { Encoding, Tokenizer } from '../tokenizer/index.ts';
import type { Engine } from '../jinja/engines/engine.ts';
import { analyse, type Analysis } from './analysis.ts';
import { withSeverities, type CertifySettings } from './settings.ts';
import { RenderStopped, Subject } from './subject.ts';

export interface CertifyInput {
  readonly source: string;
  readonly tokenizer: Tokenizer | null;
  readonly tokenizerInfo: TokenizerInfo | null;
  readonly settings?: CertifySettings;
  /** Other engines to compare with: engines.agree says nothing without them. */
  readonly engines?: readonly Engine[];
  /** Asked now and then; true stops the work with a RenderStopped that `certify` turns into a finding. */
  readonly interrupted?: () => boolean;
  /** When `interrupted` says so, in words: "after 60 seconds". */
  readonly timeLimit?: string;
  /** Milliseconds; absent: `timing` stays 0. */
  readonly clock?: () => number;
  /** Encodings by text, of this tokenizer: handed from one edited text to the next, most of whose renders are the same. */
  readonly encodings?: Map<string, Encoding>;
  /** Of the same template, certified before with another tokenizer or with none: spares rendering it again. */
  readonly earlier?: Subject | null;
}

/** A template ready to be rendered, or why it does not compile. */
export type Opened =
  | { readonly subject: Subject; readonly error: null; readonly parse: number }
  | { readonly subject: null; readonly error: TemplateError; readonly parse: number };

/** The certification and what it was made from: kept by those who ask for views of the same template next. */
export interface Certified {
  readonly certification: Certification;
  /** Null where the template does not compile or was stopped at a limit. */
  readonly analysis: Analysis | null;
}

export function certify(input: CertifyInput): Certification {
  return certifyFully(input).certification;
}

export function open(input: CertifyInput): Opened {
  const { source, tokenizer, clock = () => 0 } = input;
  const start = clock();
  const { program, error } = load(source);
  const parse = clock() - start;
  if (program === null) return { subject: null, error, parse };
  return { subject: new Subject(program, tokenizer, input), error: null, parse };
}

/** `opened`: of the same input, where some of its renders were already looked at. */
export function certifyFully(input: CertifyInput, opened: Opened = open(input)): Certified {
  const { source, clock = () => 0 } = input;
  const start = clock();
  const { subject, parse } = opened;
  if (subject === null)
    return { certification: certification(input, [syntaxFinding(opened.error)], []), analysis: null };

  const timing = () => {
    const { render, encode } = subject.timing;
    return { parse, render, encode, compare: clock() - start - render - encode };
  };
  try {
    const analysis = analyse(source, subject);
    const findings = withConsequences(rules.flatMap((rule) => rule.find?.(analysis) ?? []));
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
