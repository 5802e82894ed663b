/**
 * Differential fuzzing against Python: `npm run fuzz -- [--seed N] [--count N] [--contexts N] [--kinds N]`. Prints
 * one shrunk case of each kind of difference; exits with 1 if there is any.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PythonBridge } from '../server/src/host/pythonBridge.ts';
import type { Difference } from './fuzz/compare.ts';
import { fuzz } from './fuzz/fuzz.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20000' },
    contexts: { type: 'string', default: '4' },
    kinds: { type: 'string', default: '50' },
    python: { type: 'string', default: 'python3' },
  },
});

const script = join(import.meta.dirname, '../server/python/render.py');
const start = () => new PythonBridge({ python: values.python, script, timeout: 30_000 });
const pythons = [start(), start()] as const;
const { python, jinja2 } = await pythons[0].versions();
console.log(`Python ${python}, Jinja2 ${jinja2}, seed ${values.seed}`);
let told = 0;
const { cases, differences } = await fuzz(pythons, {
  seed: Number(values.seed),
  count: Number(values.count),
  contexts: Number(values.contexts),
  mostKinds: Number(values.kinds),
  onDifference: print,
  onProgress: (done, kinds) => {
    if (done - told < 5000) return;
    told = done;
    console.log(`  ${done} cases, ${kinds} kinds of differences`);
  },
});
pythons.forEach((bridge) => bridge.dispose());
console.log(`\n${cases} cases, ${differences.length} kinds of differences`);
process.exitCode = differences.length > 0 ? 1 : 0;

function print({ template, context, ours, python: theirs }: Difference): void {
  console.log(
    `\n${JSON.stringify(template)}\n  context ${context.length > 300 ? `${context.slice(0, 300)}…` : context}`,
  );
  console.log(`  python  ${JSON.stringify(theirs)}\n  ours    ${JSON.stringify(ours)}`);
}
