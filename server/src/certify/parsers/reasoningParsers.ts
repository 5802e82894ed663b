/**
 * What `--reasoning-parser` of vLLM and SGLang takes: under which name, and where each ends the reasoning. All of them
 * take the opener for given where the sampled text lacks it, since generation prompts write it.
 */
export interface ReasoningParser {
  readonly vllm: readonly string[];
  readonly sglang: readonly string[];
  readonly opens: string;
  readonly closes: string;
}

export const reasoningParsers: readonly ReasoningParser[] = [
  {
    vllm: [
      ...[
        'qwen3',
        'deepseek_r1',
        'deepseek_v3',
        'deepseek_v4',
        'ernie45',
        'glm45',
        'glm47',
        'holo2',
        'hy_v3',
      ],
      ...[
        'kimi_k2',
        'mimo',
        'minimax_m2',
        'minimax_m2_append_think',
        'nemotron_v3',
        'olmo3',
        'step3',
        'step3p5',
      ],
    ],
    sglang: ['qwen3', 'qwen3-thinking', 'deepseek-r1', 'deepseek-v3', 'glm45', 'kimi_k2', 'minimax', 'step3'],
    opens: '<think>',
    closes: '</think>',
  },
  { vllm: ['mistral'], sglang: ['mistral'], opens: '[THINK]', closes: '[/THINK]' },
  { vllm: ['seed_oss'], sglang: [], opens: '<seed:think>', closes: '</seed:think>' },
  {
    vllm: ['openai_gptoss'],
    sglang: ['gpt-oss'],
    opens: '<|channel|>analysis<|message|>',
    closes: '<|end|>',
  },
  { vllm: ['gemma4'], sglang: ['gemma4'], opens: '<|channel>thought\n', closes: '<channel|>' },
  {
    vllm: ['cohere_command3'],
    sglang: [],
    opens: '<|START_THINKING|>',
    closes: '<|END_THINKING|>',
  },
  { vllm: ['hunyuan_a13b'], sglang: [], opens: '<think>\n', closes: '\n</think>\n<answer>\n' },
  {
    vllm: ['granite'],
    sglang: [],
    opens: 'Here is my thought process:',
    closes: 'Here is my response:',
  },
  { vllm: [], sglang: ['kimi'], opens: '◁think▷', closes: '◁/think▷' },
];

export const reasoningParserNames: readonly string[] = [
  ...new Set(reasoningParsers.flatMap(({ vllm, sglang }) => [...vllm, ...sglang])),
].sort();

export function reasoningParser(name: string): ReasoningParser | undefined {
  return reasoningParsers.find(({ vllm, sglang }) => vllm.includes(name) || sglang.includes(name));
}

/** The reasoning of a sampled turn; null where the parser finds none. */
export function reasoningIn({ opens, closes }: ReasoningParser, text: string): string | null {
  const end = text.indexOf(closes);
  if (end < 0) return null;
  const start = text.indexOf(opens);
  return text.slice(start < 0 || start > end ? 0 : start + opens.length, end);
}
