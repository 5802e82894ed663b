/** Several workers, each under a supervisor: a template that runs away costs only its own row. */
import path from 'node:path';
import type { Jobs, TemplateJob } from '../../../../protocol/worker.ts';
import { spawnNodeWorker } from '../../host/nodeWorker.ts';
import { defaultTimeout } from '../timeLimit.ts';
import { oneLimit, Supervisor, type Outcome } from '../../worker/supervisor.ts';

/** The worker's bundle lies beside that of the command line. */
export const workerFile = () => path.join(import.meta.dirname, 'server/worker.cjs');

export class Crew {
  private readonly idle: Supervisor[];
  private readonly all: readonly Supervisor[];

  /** `timeout`: seconds for one template. */
  constructor(size: number, timeout = defaultTimeout, worker = workerFile()) {
    this.all = Array.from({ length: size }, () => newSupervisor(worker, timeout * 1000));
    this.idle = [...this.all];
  }

  /** Starts the workers beside whatever is read before their first jobs. */
  warmUp(): void {
    for (const supervisor of this.all) supervisor.warmUp();
  }

  /** As many items at once as there are workers; results in the order of the items, without nulls. */
  async each<T, R>(items: readonly T[], work: (item: T) => Promise<R | null>): Promise<R[]> {
    const results: (R | null)[] = [];
    const rest = items.entries();
    const oneAfterOther = async () => {
      for (const [index, item] of rest) results[index] = await work(item);
    };
    await Promise.all(this.all.map(oneAfterOther));
    return results.filter((result) => result !== null);
  }

  async certify(job: TemplateJob): Promise<Outcome<Jobs['certify']['result']>> {
    const supervisor = this.idle.pop()!;
    try {
      return await supervisor.run('certify', job, new AbortController().signal);
    } finally {
      this.idle.push(supervisor);
    }
  }

  dispose(): void {
    for (const supervisor of this.all) supervisor.dispose();
  }
}

function newSupervisor(worker: string, limit: number): Supervisor {
  return new Supervisor({
    spawn: () => spawnNodeWorker(worker),
    limits: oneLimit(limit),
    grace: 5_000,
    log: () => undefined,
    restarted: () => undefined,
  });
}
