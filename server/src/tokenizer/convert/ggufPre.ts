import {
  CL100K,
  DEEPSEEK_V3,
  DIGITS_THEN_GPT_2,
  GPT_2,
  KIMI_K2,
  O200K,
  QWEN_2,
  QWEN_3_5,
  TEKKEN,
} from './patterns.ts';

/** What `tokenizer.ggml.pre` stands for. */
export interface GgufPre {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  /** Of the model's tokenizer.json; GGUF itself knows none. */
  readonly normalizer: 'NFC' | null;
  readonly ignoreMerges: boolean;
}

/**
 * Only names whose tokenizer.json is known to cut in this way and no other. Others are refused: ids that are nearly right
 * help nobody.
 */
export const GGUF_PRE: readonly GgufPre[] = [
  { names: ['llama-bpe', 'llama3', 'llama-v3'], patterns: [CL100K], normalizer: null, ignoreMerges: true },
  { names: ['glm4', 'chatglm-bpe'], patterns: [CL100K], normalizer: null, ignoreMerges: false },
  { names: ['qwen2'], patterns: [QWEN_2], normalizer: 'NFC', ignoreMerges: false },
  { names: ['qwen35'], patterns: [QWEN_3_5], normalizer: 'NFC', ignoreMerges: false },
  { names: ['gpt-4o', 'llama4'], patterns: [O200K], normalizer: null, ignoreMerges: true },
  { names: ['kimi-k2'], patterns: [KIMI_K2], normalizer: null, ignoreMerges: true },
  { names: ['tekken'], patterns: [TEKKEN], normalizer: null, ignoreMerges: true },
  { names: ['deepseek-v3'], patterns: DEEPSEEK_V3, normalizer: null, ignoreMerges: false },
  { names: ['command-r'], patterns: DIGITS_THEN_GPT_2, normalizer: 'NFC', ignoreMerges: false },
  { names: ['mpt', 'olmo'], patterns: [GPT_2], normalizer: 'NFC', ignoreMerges: false },
  { names: ['starcoder', 'smollm'], patterns: DIGITS_THEN_GPT_2, normalizer: null, ignoreMerges: false },
  { names: ['gpt-2', 'phi-2'], patterns: [GPT_2], normalizer: null, ignoreMerges: false },
];
