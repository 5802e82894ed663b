/** The certifier as a worker uses it: views and proofs of a template start from what was computed to certify it. */
import type { Certified, CertifyInput } from '../certify/index.ts';
import {
  certificateView,
  certifyFully,
  roundTripView,
  titoKit,
  tokenDiff,
  tokens,
  toolDelta,
} from '../certify/index.ts';
import { rendersToConfirm } from '../certify/confirmation.ts';
import { enginesAgree } from '../certify/properties/enginesAgree.ts';
import { RenderStopped } from '../certify/subject.ts';
import { proveFixes } from '../fix/index.ts';
import { judgeAnswers } from '../rules/ct003PythonDisagrees.ts';
import { ct802EngineDifference } from '../rules/ct802EngineDifference.ts';
import { testCasesOf } from '../report/testCases.ts';
import type { Certifier, ViewInput } from './certifier.ts';

interface Kept {
  readonly source: string;
  readonly tokenizer: CertifyInput['tokenizer'];
  /** As text: each job brings its own copy. */
  readonly settings: string;
  readonly certified: Certified;
}

export function templateCertifier(): Certifier {
  let kept: Kept | null = null;
  // What is kept outlives the job that made it: it must ask the job that runs now whether to stop.
  let interrupted = () => false;

  function certified(input: CertifyInput): Certified {
    const { source, tokenizer } = input;
    const settings = JSON.stringify(input.settings ?? {});
    interrupted = input.interrupted ?? (() => false);
    if (kept?.source === source && kept.tokenizer === tokenizer && kept.settings === settings)
      return kept.certified;
    const earlier = kept?.source === source ? kept.certified.analysis?.subject : null;
    const result = certifyFully({ ...input, earlier, interrupted: () => interrupted() });
    kept = interrupted() ? null : { source, tokenizer, settings, certified: result };
    return result;
  }

  return {
    certify: (input) => certified(input).certification,
    proveFixes: (input) => proveFixes(input, certified(input)),
    tokenDiff: (input, choice) =>
      answer(certified(input), (analysis) => tokenDiff(analysis, viewed(input), choice)),
    toolDelta: (input, toolResult) =>
      answer(certified(input), (analysis) => toolDelta(analysis, viewed(input), toolResult)),
    tokens: (input, choice) =>
      answer(certified(input), (analysis) => tokens(analysis, viewed(input), choice)),
    roundTrip: (input, sampled) =>
      answer(certified(input), (analysis) => roundTripView(analysis, viewed(input), sampled)),
    titoKit: (input, toolVersion) => {
      const making = { name: input.templateName, toolVersion, kwargs: {} };
      const made = answer(certified(input), (analysis) => titoKit(analysis, input.tokenizerInfo, making));
      if (!made.ok) return made;
      if (made.model.ok) return { ok: true, model: made.model.kit };
      const { reason, repairable } = made.model;
      return refused(repairable ? `${reason} A quick fix of the template may repair it.` : reason);
    },
    certificate: (input, making) => {
      const { certification, analysis } = certified(input);
      return answer({ certification, analysis }, (known) =>
        certificateView({ certification, analysis: known }, input, making),
      );
    },
    rendersToConfirm: (input) => answer(certified(input), ({ subject }) => rendersToConfirm(subject)),
    judge: (input, answers) =>
      answer(certified(input), ({ source, subject }) => judgeAnswers(source, subject, answers)),
    compareEngines,
    testCases: (input) => testCasesOf(certified(input)),
  };
}

/** A certification of its own: what is kept is without engines. */
function compareEngines(input: CertifyInput): ReturnType<Certifier['compareEngines']> {
  const result = certifyFully(input);
  const { findings, properties } = result.certification;
  return answer(result, ({ subject }) => ({
    ran: subject.engines.map(({ info }) => `${info.title} ${info.version}`),
    renders: properties.find(({ id }) => id === enginesAgree.id)?.renders ?? 0,
    findings: findings.filter(({ code }) => code === ct802EngineDifference.code),
  }));
}

function answer<Model>(
  { certification, analysis }: Certified,
  view: (analysis: NonNullable<Certified['analysis']>) => Model | null,
) {
  if (analysis === null)
    return refused(certification.findings[0]?.message ?? 'The template was not certified.');
  try {
    const model = view(analysis);
    return model === null
      ? refused('Not one conversation of the suite can be rendered with this template.')
      : { ok: true as const, model };
  } catch (error) {
    if (error instanceof RenderStopped) return refused(`Rendering was stopped: ${error.message}`);
    throw error;
  }
}

function refused(reason: string) {
  return { ok: false as const, reason };
}

function viewed({ templateUri, templateName, tokenizerInfo }: ViewInput) {
  return { templateUri, templateName, tokenizer: tokenizerInfo?.source ?? null };
}
