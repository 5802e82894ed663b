import type { PythonBridge } from '../../server/src/host/pythonBridge.ts';
import { compareAll, signatureOf } from './compare.ts';
import type { Case, Difference } from './compare.ts';
import { generateContext } from './contexts.ts';
import { Random } from './random.ts';
import { shrink } from './shrink.ts';
import { generateTemplate } from './templates.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Cases: renders of a template with a context. */
  readonly count: number;
  /** Contexts per template. */
  readonly contexts?: number;
  /** Kinds of differences after which to stop. */
  readonly mostKinds?: number;
  readonly onProgress?: (done: number, kinds: number) => void;
}

export interface FuzzResult {
  readonly cases: number;
  /** One difference of each kind, shrunk. */
  readonly differences: readonly Difference[];
}

/** Cases sent to Python at once. */
const BATCH = 200;

/** Renders generated templates here and in Python, and returns where they part. */
export async function fuzz(bridge: PythonBridge, options: FuzzOptions): Promise<FuzzResult> {
  const { seed, count, contexts = 4, mostKinds = Infinity, onProgress } = options;
  const random = new Random(seed);
  const kinds = new Map<string, Difference>();
  let cases = 0;
  while (cases < count && kinds.size < mostKinds) {
    const batch = batchOf(random, Math.min(BATCH, count - cases), contexts);
    cases += batch.length;
    for (const found of await compareAll(bridge, batch))
      if (!kinds.has(signatureOf(found))) kinds.set(signatureOf(found), await shrinkKind(bridge, found));
    onProgress?.(cases, kinds.size);
  }
  return { cases, differences: [...kinds.values()] };
}

function batchOf(random: Random, size: number, contexts: number): Case[] {
  const cases: Case[] = [];
  while (cases.length < size) {
    const template = generateTemplate(random);
    for (let round = 0; round < contexts && cases.length < size; round++)
      cases.push({ template, context: generateContext(random) });
  }
  return cases;
}

function shrinkKind(bridge: PythonBridge, difference: Difference): Promise<Difference> {
  const signature = signatureOf(difference);
  return shrink(difference, async (template, context) => {
    const [found] = await compareAll(bridge, [{ template, context }]);
    return found && signatureOf(found) === signature ? found : null;
  });
}
