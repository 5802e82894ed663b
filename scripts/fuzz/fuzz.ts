import { compareAll, signatureOf } from './compare.ts';
import type { Case, Difference, Pythons } from './compare.ts';
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
  /** The first of each kind, shrunk, as soon as it is found. */
  readonly onDifference?: (difference: Difference) => void;
}

export interface FuzzResult {
  readonly cases: number;
  /** One difference of each kind, shrunk. */
  readonly differences: readonly Difference[];
}

/** Cases sent to Python at once. */
const BATCH = 200;

/** Renders generated templates here and in Python, and returns where they part. */
export async function fuzz(pythons: Pythons, options: FuzzOptions): Promise<FuzzResult> {
  const { seed, count, contexts = 4, mostKinds = Infinity, onProgress, onDifference } = options;
  const random = new Random(seed);
  const kinds = new Map<string, Difference>();
  let cases = 0;
  while (cases < count && kinds.size < mostKinds) {
    const batch = batchOf(random, Math.min(BATCH, count - cases), contexts);
    cases += batch.length;
    for (const found of await compareAll(pythons, batch)) {
      if (kinds.has(signatureOf(found))) continue;
      const shrunk = await shrinkKind(pythons, found);
      kinds.set(signatureOf(found), shrunk);
      onDifference?.(shrunk);
    }
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

function shrinkKind(pythons: Pythons, difference: Difference): Promise<Difference> {
  const signature = signatureOf(difference);
  return shrink(difference, async (template, context) => {
    const [found] = await compareAll(pythons, [{ template, context }]);
    return found && signatureOf(found) === signature ? found : null;
  });
}
