/**
 * Asks Python again what it says of each template in test-fixtures/syntax/answers.json, and rewrites the file.
 * To add a case, add `["template", null]` and run `node scripts/run.mjs scripts/syntaxAnswers.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PythonBridge } from '../server/src/host/pythonBridge.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'test-fixtures/syntax/answers.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: [string, unknown][] };

const bridge = new PythonBridge({ python: 'python3', script: join(root, 'server/python/render.py') });
const { python, jinja2 } = await bridge.versions();
const lines: string[] = [];
for (const [template] of cases) {
  const answer = await bridge.compile(template);
  const error =
    answer.kind === 'failed' ? [answer.error.type, withoutGeneratedLines(answer.error.message)] : null;
  lines.push(`    ${JSON.stringify([template, error])}`);
}
bridge.dispose();
writeFileSync(
  file,
  `{\n  "python": "${python}",\n  "jinja2": "${jinja2}",\n  "cases": [\n${lines.join(',\n')}\n  ]\n}\n`,
);
console.log(`${lines.length} answers of Python ${python}, Jinja2 ${jinja2}`);

/** Takes out lines of the Python code that Jinja2 writes. */
function withoutGeneratedLines(message: string): string {
  return message.replace(/ \(<(template|unknown)>, line \d+\)$/, '');
}
