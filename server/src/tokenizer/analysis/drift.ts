import type { Tokenizer } from '../types.ts';
import { checkCanonical, type CanonicalCheck } from './canonical.ts';
import { equalIds } from './ids.ts';
import { seededRandom } from './random.ts';

export interface DriftOptions {
  readonly seed: number;
  /** How many segmentations to try. */
  readonly samples: number;
  /** Chance of each token that can be split to be split. */
  readonly share: number;
}

export interface DriftSample {
  readonly ids: Int32Array;
  readonly check: CanonicalCheck;
}

export interface DriftReport {
  /** Segmentations tried: different from the canonical one, decoding to the same text. */
  readonly samples: number;
  /** How many of them encode to other ids once decoded. */
  readonly drifted: number;
  /** `drifted / samples`; 0 without samples. */
  readonly rate: number;
  /** The drifted segmentation with the fewest differences; null if none drifted. */
  readonly witness: DriftSample | null;
}

/** Ids that a model may have sampled for `text`, other than the canonical ones: how often they don't survive decoding. */
export function measureDrift(tokenizer: Tokenizer, text: string, options: DriftOptions): DriftReport {
  let drifted = 0;
  let witness: DriftSample | null = null;
  const segmentations = randomSegmentations(tokenizer, text, options);
  for (const ids of segmentations) {
    const check = checkCanonical(tokenizer, ids);
    if (check.canonical) continue;
    drifted++;
    if (witness === null || check.differences.length < witness.check.differences.length)
      witness = { ids, check };
  }
  const samples = segmentations.length;
  return { samples, drifted, rate: samples === 0 ? 0 : drifted / samples, witness };
}

/**
 * Segmentations of `text` that a model could sample and that decode to it exactly: tokens of the canonical one split at
 * random into shorter tokens. Added tokens stay whole. The same seed gives the same segmentations.
 */
export function randomSegmentations(tokenizer: Tokenizer, text: string, options: DriftOptions): Int32Array[] {
  const random = seededRandom(options.seed);
  const canonical = tokenizer.encode(text);
  const decoded = tokenizer.decode(canonical.ids);
  const added = new Set(tokenizer.addedTokens.map((token) => token.id));
  const splitters = Array.from(canonical.ids, (id) => (added.has(id) ? null : tokenSplits(tokenizer, id)));
  const segmentations: Int32Array[] = [];
  for (let sample = 0; sample < options.samples; sample++) {
    const ids = Array.from(canonical.ids).flatMap((id, at) => {
      const splits = splitters[at] ?? [];
      const split = splits[Math.floor(random() * splits.length)];
      return split === undefined || random() >= options.share ? [id] : split;
    });
    const isAnother = ids.length !== canonical.ids.length && tokenizer.decode(ids) === decoded;
    if (isAnother) segmentations.push(Int32Array.from(ids));
  }
  return segmentations;
}

/** Ways to spell a token by two or more others: its text cut at each character, both parts encoded by themselves. */
function tokenSplits(tokenizer: Tokenizer, id: number): number[][] {
  const text = tokenizer.decode([id]);
  const characters = [...text];
  const splits: number[][] = [];
  let at = 0;
  for (const character of characters.slice(0, -1)) {
    at += character.length;
    const parts = [...tokenizer.encode(text.slice(0, at)).ids, ...tokenizer.encode(text.slice(at)).ids];
    if (tokenizer.decode(parts) === text && !equalIds(parts, [id])) splits.push(parts);
  }
  return splits;
}
