/** A worker's loop, apart from what carries the messages: Node's worker threads, a browser's Worker, a test. */
import type { FromWorker, JobKind, JobMessage, ToWorker } from '../../../protocol/worker.ts';
import type { Certifier } from './certifier.ts';
import { handlers } from './jobs.ts';
import type { JobContext, StartedEngines } from './jobs.ts';
import { TokenizerCache } from './tokenizerCache.ts';
import type { TokenizerHost } from './tokenizerCache.ts';

export interface WorkerHost {
  readonly certifier: Certifier;
  readonly tokenizers: TokenizerHost;
  engines(): Promise<StartedEngines>;
  /** Milliseconds. */
  readonly clock: () => number;
  post(message: FromWorker): void;
}

/** Answers what to call with every message that comes in. Never throws: a failing job is a message. */
export function serveJobs(host: WorkerHost): (message: ToWorker) => Promise<void> {
  const tokenizers = new TokenizerCache(host.tokenizers);
  let started: Promise<StartedEngines> | null = null;
  const engines = () => (started ??= host.engines());
  host.post({ type: 'ready' });
  return async (message) => {
    const { id, stop } = message;
    const flag = stop ? new Int32Array(stop) : null;
    const interrupted = () => flag !== null && Atomics.load(flag, 0) !== 0;
    try {
      const { certifier, clock } = host;
      const context = { certifier, tokenizers, engines, clock, interrupted };
      host.post({ type: 'done', id, result: await runJob(message, context) });
    } catch (error) {
      const { message: text, stack } = error instanceof Error ? error : new Error(String(error));
      host.post({ type: 'failed', id, message: text, stack: stack ?? text });
    }
  };
}

function runJob<K extends JobKind>(message: JobMessage<K>, context: JobContext) {
  const handler = handlers[message.kind] as (params: unknown, context: JobContext) => Promise<never>;
  return handler(message.params, context);
}
