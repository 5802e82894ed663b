/** What a supervisor needs of a worker, whatever kind it is. */
import type { FromWorker, ToWorker } from '../../../protocol/worker.ts';

export interface WorkerTransport {
  post(message: ToWorker): void;
  onMessage(listener: (message: FromWorker) => void): void;
  /** The worker is gone, by itself: out of memory, a crash. Not called after `terminate`. */
  onExit(listener: (reason: string) => void): void;
  /** Ends the worker at once, whatever it is doing. */
  terminate(): void;
}
