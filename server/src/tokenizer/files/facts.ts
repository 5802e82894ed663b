import type { AddedToken, PostProcessing } from '../types.ts';

/** What a tokenizer's files say about it, besides how it encodes. */
export interface TokenizerFacts {
  readonly sha256: string;
  readonly vocabularySize: number;
  readonly addedTokens: readonly AddedToken[];
  readonly specialTokens: Readonly<Record<string, string>>;
  readonly eosIds: readonly number[];
  readonly eosFiles: readonly string[];
  readonly generationEosIds: readonly number[] | null;
  readonly postProcessing: PostProcessing;
  readonly warnings: readonly string[];
}
