/**
 * Runs jobs in a worker, one at a time, and survives whatever they do: a job that takes too long is asked to stop,
 * then the worker is ended and a new one started; a crash costs only the job that caused it.
 */
import type { FromWorker, JobKind, JobMessage, Jobs } from '../../../protocol/worker.ts';
import type { WorkerTransport } from './transport.ts';

export type Outcome<T> =
  | { readonly status: 'done'; readonly result: T }
  | { readonly status: 'cancelled' }
  /** After how many ms it was given up. */
  | { readonly status: 'timed-out'; readonly limit: number }
  | { readonly status: 'crashed'; readonly reason: string }
  | { readonly status: 'failed'; readonly message: string };

export interface SupervisorOptions {
  readonly spawn: () => WorkerTransport;
  /** How long each kind of job may take, ms. */
  readonly limits: Readonly<Record<JobKind, number>>;
  /** How long a job that was asked to stop may take to do so, ms, before the worker is ended. */
  readonly grace: number;
  readonly log: (message: string) => void;
  /** The worker is a new one: what the old one had loaded is gone. */
  readonly restarted: () => void;
}

/** Waiting jobs run in this order: what a person waits for, then checks, then proofs nobody asked for yet. */
const PRIORITY: Readonly<Record<JobKind, number>> = {
  tokenDiff: 0,
  toolDelta: 0,
  tokens: 0,
  roundTrip: 0,
  titoKit: 0,
  certificate: 0,
  renders: 0,
  judge: 0,
  engines: 0,
  testCases: 0,
  fixAll: 0,
  certify: 1,
  tokenizer: 2,
  prove: 3,
};

/** The same limit, in ms, for every kind of job. */
export function oneLimit(ms: number): SupervisorOptions['limits'] {
  const limits = Object.keys(PRIORITY).map((kind) => [kind, ms]);
  return Object.fromEntries(limits) as SupervisorOptions['limits'];
}

interface Entry {
  readonly message: JobMessage;
  readonly settle: (outcome: Outcome<never>) => void;
  readonly limit: number;
}

interface Running extends Entry {
  readonly flag: Int32Array | null;
  /** What the job ends as when it obeys the flag, or has to be ended; null while nothing asked it to stop. */
  stopping: Outcome<never> | null;
  timer: ReturnType<typeof setTimeout>;
}

export class Supervisor {
  private worker: WorkerTransport | null = null;
  private readonly waiting: Entry[] = [];
  private running: Running | null = null;
  private nextId = 1;
  private disposed = false;

  constructor(private readonly options: SupervisorOptions) {}

  /** Starts the worker before the first job, so that its start is not part of the first answer. */
  warmUp(): void {
    this.worker ??= this.start();
  }

  /** Never rejects. */
  run<K extends JobKind>(
    kind: K,
    params: Jobs[K]['params'],
    signal: AbortSignal,
  ): Promise<Outcome<Jobs[K]['result']>> {
    if (signal.aborted || this.disposed) return Promise.resolve({ status: 'cancelled' });
    return new Promise((resolve) => {
      const id = this.nextId++;
      const stop = typeof SharedArrayBuffer === 'undefined' ? null : new SharedArrayBuffer(4);
      const message = { type: 'job', id, kind, params, stop } as JobMessage;
      const cancel = () => this.cancel(id);
      signal.addEventListener('abort', cancel, { once: true });
      const settle = (outcome: Outcome<Jobs[K]['result']>) => {
        signal.removeEventListener('abort', cancel);
        resolve(outcome);
      };
      this.waiting.push({ message, settle, limit: this.options.limits[kind] });
      this.next();
    });
  }

  dispose(): void {
    this.disposed = true;
    this.worker?.terminate();
    this.worker = null;
    if (this.running) this.finish(this.running, { status: 'cancelled' });
    for (const entry of this.waiting.splice(0)) entry.settle({ status: 'cancelled' });
  }

  private next(): void {
    if (this.running || this.disposed) return;
    const entry = this.takeFirst();
    if (!entry) return;
    this.worker ??= this.start();
    const { stop } = entry.message;
    const running: Running = {
      ...entry,
      flag: stop ? new Int32Array(stop) : null,
      stopping: null,
      timer: setTimeout(() => this.stop(running, { status: 'timed-out', limit: entry.limit }), entry.limit),
    };
    this.running = running;
    this.worker.post(entry.message);
  }

  private takeFirst(): Entry | undefined {
    let best = 0;
    for (let i = 1; i < this.waiting.length; i++) if (this.priority(i) < this.priority(best)) best = i;
    return this.waiting.splice(best, 1)[0];
  }

  private priority(index: number): number {
    const entry = this.waiting[index];
    return entry ? PRIORITY[entry.message.kind] : Infinity;
  }

  private cancel(id: number): void {
    if (this.running?.message.id === id) {
      this.stop(this.running, { status: 'cancelled' });
      return;
    }
    const index = this.waiting.findIndex((entry) => entry.message.id === id);
    if (index >= 0) this.waiting.splice(index, 1)[0]?.settle({ status: 'cancelled' });
  }

  /** Asks first: a worker that obeys keeps its tokenizers. */
  private stop(running: Running, outcome: Outcome<never>): void {
    if (running.stopping) return;
    running.stopping = outcome;
    clearTimeout(running.timer);
    if (running.flag) Atomics.store(running.flag, 0, 1);
    running.timer = setTimeout(() => this.replaceWorker(running, outcome), this.options.grace);
  }

  private replaceWorker(running: Running, outcome: Outcome<never>): void {
    this.options.log(`The worker did not answer while doing "${running.message.kind}": it was restarted.`);
    this.worker?.terminate();
    this.worker = null;
    this.options.restarted();
    this.finish(running, outcome);
  }

  private finish(running: Running, outcome: Outcome<never>): void {
    clearTimeout(running.timer);
    this.running = null;
    running.settle(outcome);
    this.next();
  }

  private start(): WorkerTransport {
    const worker = this.options.spawn();
    worker.onMessage((message) => {
      if (this.worker === worker) this.receive(message);
    });
    worker.onExit((reason) => {
      if (this.worker === worker) this.lost(reason);
    });
    return worker;
  }

  private receive(message: FromWorker): void {
    const { running } = this;
    if (message.type === 'ready' || running?.message.id !== message.id) return;
    if (message.type === 'failed' && !running.stopping) this.options.log(message.stack);
    this.finish(running, running.stopping ?? outcomeOf(message));
  }

  private lost(reason: string): void {
    this.options.log(`The worker ended unexpectedly (${reason}).`);
    this.worker = null;
    this.options.restarted();
    if (this.running) this.finish(this.running, this.running.stopping ?? { status: 'crashed', reason });
  }
}

function outcomeOf(message: Exclude<FromWorker, { type: 'ready' }>): Outcome<never> {
  return message.type === 'done'
    ? { status: 'done', result: message.result as never }
    : { status: 'failed', message: message.message };
}
