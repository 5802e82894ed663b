import { describe, expect, it } from 'vitest';
import { compare, MEANT, type Mismatch } from '../../../scripts/tokenizers/compare.ts';
import { randomDocuments } from '../../../scripts/tokenizers/documents.ts';
import { ODD_TEXTS, ODDITIES } from '../../../scripts/tokenizers/odd/index.ts';
import { Reference } from '../../../scripts/tokenizers/reference.ts';
import { loadTokenizer } from './index.ts';

const documents = randomDocuments(11, ODD_TEXTS);
const TEXTS = Array.from({ length: 60 }, () => documents.next().value as string);

describe('tokenizer.json as hardly anybody writes it', () => {
  it.each(ODDITIES.map(({ name, json }) => [name, json]))('%s', async (_, json) => {
    const files = { tokenizer: json, tokenizerConfig: null, generationConfig: null, specialTokensMap: null };
    const mismatches: Mismatch[] = [];
    await compare(await loadTokenizer(files), new Reference(json), TEXTS, (mismatch) => {
      if (!MEANT.includes(mismatch.difference)) mismatches.push(mismatch);
    });
    expect(mismatches).toEqual([]);
  });
});
