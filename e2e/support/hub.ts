/** What the hub of the tests has: one model whose tokenizer knows bytes and three markers. */
import { CHARACTER_OF_BYTE } from '../../server/src/tokenizer/text/byteAlphabet.ts';

export const REMOTE_MODEL = 'studio/bytes';
export const MARKERS: Readonly<Record<string, number>> = {
  '<|im_start|>': 256,
  '<|im_end|>': 257,
  '<think>': 258,
};
export const COMMIT = '5eed'.repeat(10);

const bytes = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: true };
const tokenizer = {
  added_tokens: Object.entries(MARKERS).map(([content, id]) => ({ id, content, special: true })),
  normalizer: null,
  pre_tokenizer: bytes,
  decoder: bytes,
  model: {
    type: 'BPE',
    vocab: Object.fromEntries(CHARACTER_OF_BYTE.map((character, byte) => [character, byte])),
    merges: [],
  },
};

export const REMOTE_FILES: Readonly<Record<string, string>> = {
  'tokenizer.json': JSON.stringify(tokenizer),
  'tokenizer_config.json': JSON.stringify({ eos_token: '<|im_end|>' }),
};
