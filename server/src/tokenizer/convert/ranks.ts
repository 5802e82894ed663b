import { tokenOfBytes } from '../text/byteAlphabet.ts';
import { byteLevelJson, type AddedTokenEntry } from './byteLevel.ts';
import { splitMerges } from './splitMerges.ts';

/** A vocabulary in which the rank of a token says both its id and when pairs merge to it. */
export interface RankedVocabulary {
  /** Bytes of each token with its id, the earliest first. */
  readonly tokens: readonly { readonly bytes: Uint8Array; readonly id: number }[];
  readonly added: readonly AddedTokenEntry[];
  readonly pattern: string;
}

export function rankedJson({ tokens, added, pattern }: RankedVocabulary): string {
  const vocab = new Map<string, number>();
  for (const { bytes, id } of tokens) vocab.set(tokenOfBytes(bytes), id);
  const merges = splitMerges(vocab.keys(), (text) => vocab.get(text));
  // With their ids: they may leave gaps, which no other place of the file can say.
  for (const { content, id } of added) vocab.set(content, id);
  return byteLevelJson({ vocab, merges, added, patterns: [pattern], normalizer: null, ignoreMerges: true });
}
