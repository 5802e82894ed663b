/**
 * Asks Python again what it answers to each template in test-fixtures/builtins/answers.json, and rewrites the file.
 * To add a case, add `["template", null]` to its section and run `node scripts/run.mjs scripts/builtinAnswers.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PythonBridge } from '../server/src/host/pythonBridge.ts';

interface Answers {
  readonly context: Readonly<Record<string, unknown>>;
  readonly cases: Readonly<Record<string, readonly (readonly [template: string, answer: string | null])[]>>;
}

const root = join(import.meta.dirname, '..');
const file = join(root, 'test-fixtures/builtins/answers.json');
const { context, cases } = JSON.parse(readFileSync(file, 'utf8')) as Answers;
const contextText = JSON.stringify(context);

const bridge = new PythonBridge({ python: 'python3', script: join(root, 'server/python/render.py') });
const { python, jinja2 } = await bridge.versions();
const sections: string[] = [];
let count = 0;
for (const [section, list] of Object.entries(cases)) {
  const lines: string[] = [];
  for (const [template] of list) {
    lines.push(`      ${JSON.stringify([template, await answerTo(template)])}`);
    count++;
  }
  sections.push(`    ${JSON.stringify(section)}: [\n${lines.join(',\n')}\n    ]`);
}
bridge.dispose();
writeFileSync(
  file,
  `{\n  "python": "${python}",\n  "jinja2": "${jinja2}",\n  "context": ${contextText},\n` +
    `  "cases": {\n${sections.join(',\n')}\n  }\n}\n`,
);
console.log(`${count} answers of Python ${python}, Jinja2 ${jinja2}`);

/** The text, or `Class: message`; addresses of objects are not kept. */
async function answerTo(template: string): Promise<string> {
  const answer = await bridge.render({ template, context: contextText, now: '2025-07-10T12:00:00' });
  if (answer.kind === 'stopped') throw new Error(`${template}: ${answer.reason}`);
  const said = answer.kind === 'failed' ? `${answer.error.type}: ${answer.error.message}` : answer.text;
  return said.replace(/ at 0x[0-9a-f]+/g, ' at 0xADDR');
}
