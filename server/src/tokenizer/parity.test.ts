import { describe, expect, it } from 'vitest';
import { compare, MEANT, type Mismatch } from '../../../scripts/tokenizers/compare.ts';
import {
  fileDocuments,
  hardDocuments,
  languageDocuments,
  randomDocuments,
} from '../../../scripts/tokenizers/documents.ts';
import { tokenizerFiles } from '../../../scripts/tokenizers/packages.ts';
import { Reference } from '../../../scripts/tokenizers/reference.ts';
import { loadTokenizer } from './index.ts';

/** One tokenizer of each kind; the long run over all of them is `npm run parity`. */
const KINDS = [
  ['qwen3', 'NFC and a pattern'],
  ['llama3_2', 'merges ignored'],
  ['deepseek_v3', 'three patterns, normalised added tokens'],
  ['claude', 'NFKC'],
  ['llama2', 'byte fallback, a prepended mark'],
] as const;

const documents = [...hardDocuments(), ...languageDocuments(), ...fileDocuments(80_000)];

describe('ids, ranges and decoded text equal those of the official library', () => {
  it.each(KINDS)(
    '%s: %s',
    async (name) => {
      const files = tokenizerFiles(name);
      const tokenizer = await loadTokenizer(files);
      const random = randomDocuments(
        20260801,
        tokenizer.addedTokens.map((token) => token.content),
      );
      const texts = [...documents, ...Array.from({ length: 1000 }, () => random.next().value as string)];
      const mismatches: Mismatch[] = [];
      const tokens = await compare(tokenizer, new Reference(files.tokenizer), texts, (mismatch) => {
        if (!MEANT.includes(mismatch.difference)) mismatches.push(mismatch);
      });
      expect(mismatches.slice(0, 3)).toEqual([]);
      expect(tokens).toBeGreaterThan(50_000);
    },
    120_000,
  );
});
