/** A worker on a Node thread of its own, with a limit on its memory. */
import { Worker } from 'node:worker_threads';
import type { FromWorker } from '../../../protocol/worker.ts';
import type { WorkerTransport } from '../worker/transport.ts';

/** Megabytes of heap: several large tokenizers and the renders of a suite fit, an endless string does not. */
const HEAP_LIMIT = 2048;

/** `file`: the worker's bundle. */
export function spawnNodeWorker(file: string, heapLimit = HEAP_LIMIT): WorkerTransport {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapLimit },
    // The language server may own standard output for its protocol: nothing of the worker may reach it.
    stdout: true,
    stderr: true,
  });
  let ended = false;
  let failure: string | null = null;
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', (message: FromWorker) => listener(message)),
    onExit(listener) {
      worker.on('error', (error) => (failure = error.message));
      worker.on('exit', (code) => {
        if (!ended) listener(failure ?? `exit code ${code}`);
      });
    },
    terminate() {
      ended = true;
      void worker.terminate();
    },
  };
}
