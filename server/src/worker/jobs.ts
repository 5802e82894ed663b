/** What a worker does for each kind of job. */
import type { JobKind, Jobs, TemplateJob, ViewJob } from '../../../protocol/worker.ts';
import type { CertifyInput } from '../certify/index.ts';
import { applyEdits } from '../fix/edits.ts';
import type { Engine } from '../jinja/engines/engine.ts';
import type { Certifier, ViewInput } from './certifier.ts';
import type { LoadedTokenizer, TokenizerCache } from './tokenizerCache.ts';

/** Other engines, and why some can't run here. */
export interface StartedEngines {
  readonly engines: readonly Engine[];
  readonly failures: readonly string[];
}

export interface JobContext {
  readonly certifier: Certifier;
  readonly tokenizers: TokenizerCache;
  /** Loads them with the first question. */
  readonly engines: () => Promise<StartedEngines>;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly interrupted: () => boolean;
}

type Handler<K extends JobKind> = (
  params: Jobs[K]['params'],
  context: JobContext,
) => Promise<Jobs[K]['result']>;

/** A template that asks for more rounds than this is one where fixes undo each other. */
const FIX_ROUNDS = 20;

export const handlers: { readonly [K in JobKind]: Handler<K> } = {
  async tokenizer({ request, fresh }, { tokenizers }) {
    return (await tokenizers.get(request, fresh)).state;
  },

  async certify(job, context) {
    const loaded = await tokenizerFor(job, context);
    const certification = context.certifier.certify(inputOf(job, loaded, context));
    return { certification, revision: loaded?.state.status === 'ready' ? loaded.state.revision : null };
  },

  async prove(job, context) {
    const input = inputOf(job, await tokenizerFor(job, context), context);
    return context.certifier.proveFixes(input);
  },

  async fixAll(job, context) {
    const loaded = await tokenizerFor(job, context);
    const { certifier, interrupted } = context;
    const titles: string[] = [];
    let source = job.source;
    while (titles.length < FIX_ROUNDS && !interrupted()) {
      const input = inputOf({ ...job, source }, loaded, context);
      const fix = certifier.proveFixes(input).find(({ under }) => under === undefined);
      if (!fix) break;
      source = applyEdits(source, fix.edits);
      titles.push(fix.title);
    }
    return { source, titles };
  },

  async tokenDiff(job, context) {
    const input = viewInputOf(job, await tokenizerFor(job, context), context);
    return context.certifier.tokenDiff(input, job.choice ?? undefined);
  },

  async toolDelta(job, context) {
    const input = viewInputOf(job, await tokenizerFor(job, context), context);
    return context.certifier.toolDelta(input, job.toolResult ?? undefined);
  },

  async tokens(job, context) {
    const input = viewInputOf(job, await tokenizerFor(job, context), context);
    return context.certifier.tokens(input, job.choice ?? undefined);
  },

  async roundTrip(job, context) {
    const input = viewInputOf(job, await tokenizerFor(job, context), context);
    return context.certifier.roundTrip(input, job.sampled);
  },

  async titoKit(job, context) {
    const input = viewInputOf(job, await tokenizerFor(job, context), context);
    return context.certifier.titoKit(input, job.toolVersion);
  },

  async certificate(job, context) {
    const { date, toolVersion } = job;
    const input = viewInputOf(job, await tokenizerFor(job, context), context);
    return context.certifier.certificate(input, { date, toolVersion });
  },

  async renders(job, context) {
    return context.certifier.rendersToConfirm(inputOf(job, await tokenizerFor(job, context), context));
  },

  async judge(job, context) {
    return context.certifier.judge(inputOf(job, await tokenizerFor(job, context), context), job.answers);
  },

  async engines(job, context) {
    const input = inputOf(job, await tokenizerFor(job, context), context);
    const { engines, failures } = await context.engines();
    const answer = context.certifier.compareEngines({ ...input, engines });
    return answer.ok ? { ok: true, model: { ...answer.model, failures } } : answer;
  },

  async testCases(job, context) {
    return context.certifier.testCases(inputOf(job, await tokenizerFor(job, context), context));
  },
};

/** A broken tokenizer is like none here: whoever asked for the state tells it. */
async function tokenizerFor(job: TemplateJob, { tokenizers }: JobContext): Promise<LoadedTokenizer | null> {
  return job.tokenizer ? tokenizers.get(job.tokenizer, false) : null;
}

function inputOf(job: TemplateJob, loaded: LoadedTokenizer | null, context: JobContext): CertifyInput {
  const { clock, interrupted } = context;
  const { tokenizer = null, info = null } = loaded ?? {};
  const { source, settings } = job;
  return { source, settings, tokenizer, tokenizerInfo: info, clock, interrupted };
}

function viewInputOf(job: ViewJob, loaded: LoadedTokenizer | null, context: JobContext): ViewInput {
  const { templateUri, templateName } = job;
  return { ...inputOf(job, loaded, context), templateUri, templateName };
}
