import { CL100K, GPT_2, KIMI_K2, O200K, QWEN_2 } from './patterns.ts';

/** What a rank file does not say itself: how text is cut, and the special tokens. */
export interface KnownRanks {
  readonly name: string;
  /** Tokens in the file: by this the vocabulary is known. */
  readonly count: number;
  readonly pattern: string;
  /** Text to id; null where models of one vocabulary have different ones, so that only their config says. */
  readonly special: Readonly<Record<string, number>> | null;
  readonly eos: string;
}

const END = '<|endoftext|>';

export const KNOWN_RANKS: readonly KnownRanks[] = [
  { name: 'r50k_base', count: 50256, pattern: GPT_2, special: { [END]: 50256 }, eos: END },
  { name: 'p50k_base', count: 50280, pattern: GPT_2, special: { [END]: 50256 }, eos: END },
  {
    name: 'cl100k_base',
    count: 100256,
    pattern: CL100K,
    special: {
      [END]: 100257,
      '<|fim_prefix|>': 100258,
      '<|fim_middle|>': 100259,
      '<|fim_suffix|>': 100260,
      '<|endofprompt|>': 100276,
    },
    eos: END,
  },
  {
    name: 'o200k_base',
    count: 199998,
    pattern: O200K,
    special: { [END]: 199999, '<|endofprompt|>': 200018 },
    eos: END,
  },
  {
    name: 'Qwen',
    count: 151643,
    pattern: QWEN_2,
    special: { [END]: 151643, '<|im_start|>': 151644, '<|im_end|>': 151645 },
    eos: END,
  },
  { name: 'Llama 3', count: 128000, pattern: CL100K, special: null, eos: '<|end_of_text|>' },
  { name: 'Kimi K2', count: 163584, pattern: KIMI_K2, special: null, eos: '[EOS]' },
];
