/** For tests: an interpreter that says the same text whatever it is asked to render. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of a command in `folder`. Needs a system that runs scripts by their first line. */
export function fakePython(folder: string, text: string): string {
  const file = join(folder, 'fake-python');
  writeFileSync(
    file,
    `#!${process.execPath}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, op, requests = [] } = JSON.parse(line);
  const text = ${JSON.stringify(text)};
  const answer = {
    versions: { python: '3.99.0', jinja2: '3.1.99', transformers: null },
    batch: { answers: requests.map(() => ({ text, generation: [] })) },
    render: { text, generation: [] },
  }[op];
  console.log(JSON.stringify({ id, ...answer }));
});
`,
  );
  chmodSync(file, 0o755);
  return file;
}
