import { contextFromJson, load } from '../../server/src/jinja/index.ts';
import type { PythonAnswer, PythonBridge } from '../../server/src/host/pythonBridge.ts';

/** What one engine makes of a case, in a form that can be compared. */
export type Outcome =
  { readonly text: string } | { readonly type: string; readonly message: string; readonly phase: string };

export interface Difference {
  readonly template: string;
  readonly context: string;
  readonly ours: Outcome;
  readonly python: Outcome;
}

/** Local time in both engines. */
const NOW = '2025-07-10T12:00:00';

/** Functions of the code that Jinja2 writes: their names count what it has written before. */
const GENERATED = /\.<locals>\.t_\d+\(\)/;

/** Failures that depend on the machine and the limits set, not on the template. */
const LIMITS = new Set(['RecursionError', 'MemoryError', 'BudgetExceeded', 'IndentationError']);

export interface Case {
  readonly template: string;
  readonly context: string;
}

/** Two processes: what they disagree on depends on where Python's objects lie in memory. */
export type Pythons = readonly [PythonBridge, PythonBridge];

/** Those cases, in order, in which the engines differ, neither ran into a limit, and Python says the same twice. */
export async function compareAll([first, second]: Pythons, cases: readonly Case[]): Promise<Difference[]> {
  const differences = await differencesOf(first, cases);
  if (differences.length === 0) return [];
  const again = await askPython(second, differences);
  return differences.filter(({ python }, index) => {
    const answer = again[index];
    return answer && same(python, answer);
  });
}

async function differencesOf(bridge: PythonBridge, cases: readonly Case[]): Promise<Difference[]> {
  const asked = askPython(bridge, cases);
  const rendered = cases.map(({ template, context }) => renderOurs(template, context));
  const answers = await asked;
  return cases.flatMap((each, index) => {
    const [ours, python] = [rendered[index], answers[index]];
    if (!ours || !python || isLimit(ours) || isLimit(python)) return [];
    return same(ours, python) ? [] : [{ ...each, ours, python }];
  });
}

/** What Python makes of each case; null where it gave no answer. */
export async function askPython(
  bridge: PythonBridge,
  cases: readonly Case[],
): Promise<readonly (Outcome | null)[]> {
  const answers = await bridge.renderAll(cases.map((each) => ({ ...each, now: NOW })));
  return answers.map((answer) => (answer.kind === 'stopped' ? null : ofPython(answer)));
}

export function renderOurs(template: string, context: string): Outcome {
  const read = contextFromJson(context);
  if (!read.context) throw new Error(`${read.error.message}: ${context}`);
  const { program, error } = load(template);
  const rendered = program?.render(read.context, {
    now: new Date(NOW),
    budget: { steps: 3_000_000, output: 5_000_000 },
  });
  if (rendered?.ok) return { text: normalized(rendered.text) };
  const failure = rendered?.error ?? error;
  return {
    type: failure?.type ?? '',
    message: normalized(failure?.message ?? ''),
    phase: failure?.phase ?? 'parse',
  };
}

function ofPython(answer: Exclude<PythonAnswer, { kind: 'stopped' }>): Outcome {
  if (answer.kind === 'rendered') return { text: normalized(answer.text) };
  const { type, message, phase } = answer.error;
  return { type, message: normalized(message), phase };
}

function isLimit(outcome: Outcome): boolean {
  return 'type' in outcome && (LIMITS.has(outcome.type) || GENERATED.test(outcome.message));
}

function same(a: Outcome, b: Outcome): boolean {
  if ('text' in a) return 'text' in b && a.text === b.text;
  return 'type' in b && a.type === b.type && a.message === b.message && a.phase === b.phase;
}

/**
 * Takes out addresses, what Jinja2's generated Python code adds to messages, and the module of what is not Jinja2's
 * own: that of whoever set the environment up.
 */
function normalized(text: string): string {
  return text
    .replace(/ at 0x[0-9a-f]+/gi, ' at 0x0')
    .replace(/ \(<(?:template|unknown)>, line \d+\)$/, '')
    .replace(/\b(?:__main__|jinja2\.filters)\.(?=tojson\(\))/, '');
}

/** Differences of one kind share this. */
export function signatureOf({ ours, python }: Difference): string {
  const shape = (outcome: Outcome) =>
    'text' in outcome
      ? 'text'
      : `${outcome.type} ${outcome.message.replace(/'[^']*'|\d+/g, '…')} ${outcome.phase}`;
  return `${shape(ours)} | ${shape(python)}`;
}
