/** The worker's thread in Node: carries messages between the language server and the jobs. */
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from '../../../protocol/worker.ts';
import { nodeTokenizers } from '../host/nodeTokenizers.ts';
import { otherEngines } from '../host/otherEngines.ts';
import { serveJobs } from './serve.ts';
import { templateCertifier } from './templateCertifier.ts';

const port = parentPort;
if (!port) throw new Error('This file is the worker of the language server: it is started by it.');
const serve = serveJobs({
  certifier: templateCertifier(),
  tokenizers: nodeTokenizers,
  engines: () => otherEngines(),
  clock: () => performance.now(),
  post: (message) => port.postMessage(message),
});
port.on('message', (message: ToWorker) => void serve(message));
