/**
 * Asks Python again about each case of test-fixtures/fuzz/found.json, and rewrites the file. To add a case, add
 * `["template", "context as JSON", null]` and run `node scripts/run.mjs scripts/fuzzFound.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PythonBridge } from '../server/src/host/pythonBridge.ts';
import { askPython } from './fuzz/compare.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'test-fixtures/fuzz/found.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: [string, string, unknown][] };

const bridge = new PythonBridge({ python: 'python3', script: join(root, 'server/python/render.py') });
const { python, jinja2 } = await bridge.versions();
const answers = await askPython(
  bridge,
  cases.map(([template, context]) => ({ template, context })),
);
bridge.dispose();
const lines = cases.map(
  ([template, context], index) => `    ${JSON.stringify([template, context, answers[index]])}`,
);
writeFileSync(
  file,
  `{\n  "python": "${python}",\n  "jinja2": "${jinja2}",\n  "cases": [\n${lines.join(',\n')}\n  ]\n}\n`,
);
console.log(`${lines.length} answers of Python ${python}, Jinja2 ${jinja2}`);
