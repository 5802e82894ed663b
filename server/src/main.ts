/** The language server's process: started by an editor with --node-ipc, --stdio, --socket=PORT or --pipe=NAME. */
import { join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { version } from '../../package.json';
import { cachedModels } from './host/cachedModels.ts';
import { confirmInPython, defaultPython } from './host/confirmInPython.ts';
import { filePathOf } from './host/filePath.ts';
import { shippedKitPrograms } from './host/kitPrograms.ts';
import { nodeEnvironment, nodeFolders } from './host/nodeFolders.ts';
import { spawnNodeWorker } from './host/nodeWorker.ts';
import { templateConfig } from './host/templateConfig.ts';
import { templateCopies } from './host/templateCopies.ts';
import { loadTemplateParser } from './host/templateParser.ts';
import { load } from './jinja/index.ts';
import { startServer } from './lsp/server.ts';

const connection = createConnection(ProposedFeatures.all);
startServer(connection, {
  version,
  syntaxError: (source) => load(source).error,
  // Both are bundled to the same folder.
  spawnWorker: () => spawnNodeWorker(join(__dirname, 'worker.cjs')),
  templateParser: () => loadTemplateParser(join(__dirname, '..')),
  configFor: templateConfig,
  pathOf: filePathOf,
  confirmInPython: (python, ...asked) => confirmInPython(python ?? defaultPython, ...asked),
  kitPrograms: shippedKitPrograms,
  copiesOf: templateCopies,
  cachedModels: () => cachedModels(nodeFolders, nodeEnvironment()),
});
connection.listen();
