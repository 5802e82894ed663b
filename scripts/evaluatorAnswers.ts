/**
 * Asks Python again what it answers to each template in test-fixtures/evaluate/answers.json, and rewrites the file.
 * To add a case, add `["template", {context}, null]` and run `node scripts/run.mjs scripts/evaluatorAnswers.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PythonBridge } from '../server/src/host/pythonBridge.ts';

type Case = readonly [template: string, context: Readonly<Record<string, unknown>>, answer: string | null];

const root = join(import.meta.dirname, '..');
const file = join(root, 'test-fixtures/evaluate/answers.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Case[] };

const bridge = new PythonBridge({ python: 'python3', script: join(root, 'server/python/render.py') });
const { python, jinja2 } = await bridge.versions();
const lines: string[] = [];
for (const [template, context] of cases) {
  lines.push(`    ${JSON.stringify([template, context, await answerTo(template, context)])}`);
}
bridge.dispose();
writeFileSync(
  file,
  `{\n  "python": "${python}",\n  "jinja2": "${jinja2}",\n  "cases": [\n${lines.join(',\n')}\n  ]\n}\n`,
);
console.log(`${cases.length} answers of Python ${python}, Jinja2 ${jinja2}`);

/** The text, or `Class: message`; addresses of objects are not kept. */
async function answerTo(template: string, context: Case[1]): Promise<string> {
  const request = { template, context: JSON.stringify(context), now: '2025-07-10T12:00:00' };
  const answer = await bridge.render(request);
  if (answer.kind === 'stopped') throw new Error(`${template}: ${answer.reason}`);
  const said = answer.kind === 'failed' ? `${answer.error.type}: ${answer.error.message}` : answer.text;
  return said.replace(/0x[0-9a-f]+/g, '0xADDR').replace(/ \(<template>, line \d+\)$/, '');
}
