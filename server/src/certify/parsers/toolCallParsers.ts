/**
 * What `--tool-call-parser` of vLLM and SGLang takes: under which name, and what each looks for in a sampled turn.
 * From their public registries of November 2026; some rows stand for several classes that read the same text.
 */
import { jsonCalls, keyedByName, namedJson, pythonCalls, taggedCalls, type CallReader } from './readers.ts';

export interface ToolCallParser {
  /** Names that vLLM has for it; none where it has no such parser. */
  readonly vllm: readonly string[];
  readonly sglang: readonly string[];
  /** What a call begins with, as a person would look for it. */
  readonly looksFor: string;
  readonly read: CallReader;
}

const parameters = { name: 'name', arguments: ['arguments', 'parameters'] };
/** Line breaks around a value are no part of it. */
const parameterTag = /<parameter=(?<key>[^>]+)>\n?(?<value>.*?)\n?<\/parameter>/gs;
const dsmlArgument =
  /<[|｜]DSML[|｜]parameter name="(?<key>[^"]+)"[^>]*>(?<value>.*?)<\/[|｜]DSML[|｜]parameter>/gs;
const dsmlCall = (section: string) =>
  new RegExp(
    `(?<=<[|｜]DSML[|｜]${section}>.*)<[|｜]DSML[|｜]invoke name="(?<name>[^"]+)">(?<body>.*?)</[|｜]DSML[|｜]invoke>`,
    'gs',
  );

export const toolCallParsers: readonly ToolCallParser[] = [
  {
    vllm: ['hermes', 'ernie45', 'granite4'],
    sglang: ['hermes'],
    looksFor: '<tool_call>{"name": …',
    read: jsonCalls(/<tool_call>(?<json>.*?)(?:<\/tool_call>|$)/gs),
  },
  {
    vllm: [],
    sglang: ['qwen', 'qwen25'],
    looksFor: '<tool_call>\n{"name": …',
    read: jsonCalls(/<tool_call>\n(?<json>.*?)\n<\/tool_call>/gs),
  },
  {
    vllm: ['qwen3_coder', 'qwen3_xml', 'mimo', 'step3p5'],
    sglang: ['qwen3_coder', 'step3p5', 'mimo'],
    looksFor: '<tool_call>\n<function=…',
    read: taggedCalls(
      /<tool_call>\s*<function=(?<name>[^>]+)>(?<body>.*?)<\/function>\s*<\/tool_call>/gs,
      parameterTag,
    ),
  },
  {
    vllm: ['glm45', 'glm47'],
    sglang: ['glm', 'glm45', 'glm47'],
    looksFor: '<tool_call>name<arg_key>…',
    read: taggedCalls(
      /<tool_call>\s*(?<name>[\w.-]+)\s*(?<body>(?:<arg_key>.*?)?)<\/tool_call>/gs,
      /<arg_key>(?<key>.*?)<\/arg_key>\s*<arg_value>(?<value>.*?)<\/arg_value>/gs,
    ),
  },
  {
    vllm: ['llama3_json', 'llama4_json'],
    sglang: ['llama3'],
    looksFor: '{"name": …, "parameters": …',
    read: jsonCalls(/^\s*(?:<\|python_tag\|>)?\s*(?<json>\{.*\})\s*$/gs, parameters, /;(?=\s*\{)/),
  },
  {
    vllm: ['pythonic', 'llama4_pythonic'],
    sglang: ['pythonic'],
    looksFor: '[name(key="value"), …]',
    read: pythonCalls(
      /^\s*(?:<\|python_start\|>)?\s*\[(?<calls>[\w.-]+\(.*\))\]\s*(?:<\|python_end\|>)?\s*$/gs,
    ),
  },
  {
    vllm: ['olmo3'],
    sglang: [],
    looksFor: '<function_calls>name(key="value")',
    read: pythonCalls(/<function_calls>(?<calls>.*?)<\/function_calls>/gs),
  },
  {
    vllm: ['lfm2'],
    sglang: ['lfm2'],
    looksFor: '<|tool_call_start|>[name(key="value")]',
    read: pythonCalls(/<\|tool_call_start\|>\[(?<calls>.*?)\]<\|tool_call_end\|>/gs),
  },
  {
    vllm: ['mistral'],
    sglang: ['mistral'],
    looksFor: '[TOOL_CALLS]',
    read: firstOf(
      jsonCalls(/\[TOOL_CALLS\]\s*(?<json>\[.*\])/gs),
      namedJson(
        /(?:\[TOOL_CALLS\]|(?<=\}))\s*(?<name>[\w-]+)(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?(?<json>\{.*?\})(?=\s*(?:\[TOOL_CALLS\]|$))/gs,
      ),
    ),
  },
  {
    vllm: ['granite'],
    sglang: [],
    looksFor: '<|tool_call|>[{"name": …',
    read: jsonCalls(/<\|?tool_call\|?>\s*(?<json>\[.*\])/gs),
  },
  {
    vllm: ['granite-20b-fc'],
    sglang: [],
    looksFor: '<function_call>{"name": …',
    read: jsonCalls(/<function_call>\s*(?<json>\{.*?\})\s*(?=<function_call>|$)/gs),
  },
  {
    vllm: ['jamba', 'hunyuan_a13b'],
    sglang: ['hunyuan'],
    looksFor: '<tool_calls>[{"name": …',
    read: jsonCalls(/<tool_calls>\s*(?<json>\[.*?\])\s*<\/tool_calls>/gs),
  },
  {
    vllm: ['minimax'],
    sglang: [],
    looksFor: '<tool_calls>\n{"name": …',
    read: jsonCalls(/<tool_calls>\s*(?<json>\{.*?\})\s*<\/tool_calls>/gs, parameters, /\n(?=\{)/),
  },
  {
    vllm: ['xlam'],
    sglang: [],
    looksFor: '[{"name": …, "arguments": …',
    read: jsonCalls(/^\s*(?<json>\[\s*\{.*\}\s*\])\s*$/gs),
  },
  {
    vllm: ['phi4_mini_json'],
    sglang: [],
    looksFor: 'functools[{"name": …',
    read: jsonCalls(/functools(?<json>\[.*\])/gs, parameters),
  },
  {
    vllm: ['internlm'],
    sglang: ['interns1'],
    looksFor: '<|action_start|><|plugin|>{"name": …',
    read: jsonCalls(/<\|action_start\|>\s*<\|plugin\|>(?<json>.*?)<\|action_end\|>/gs, parameters),
  },
  {
    vllm: ['deepseek_v3'],
    sglang: ['deepseekv3'],
    looksFor: '<｜tool▁call▁begin｜>function<｜tool▁sep｜>name\n```json',
    read: namedJson(
      /<｜tool▁call▁begin｜>function<｜tool▁sep｜>(?<name>[^\n]+)\n```json\n(?<json>.*?)\n```<｜tool▁call▁end｜>/gs,
    ),
  },
  {
    vllm: ['deepseek_v31'],
    sglang: ['deepseekv31'],
    looksFor: '<｜tool▁call▁begin｜>name<｜tool▁sep｜>{…',
    read: namedJson(
      /<｜tool▁call▁begin｜>(?!function<)(?<name>.*?)<｜tool▁sep｜>(?<json>.*?)<｜tool▁call▁end｜>/gs,
    ),
  },
  {
    vllm: ['deepseek_v32'],
    sglang: ['deepseekv32'],
    looksFor: '<｜DSML｜function_calls>',
    read: taggedCalls(dsmlCall('function_calls'), dsmlArgument),
  },
  {
    vllm: ['deepseek_v4'],
    sglang: ['deepseekv4'],
    looksFor: '<｜DSML｜tool_calls>',
    read: taggedCalls(dsmlCall('tool_calls'), dsmlArgument),
  },
  {
    vllm: ['kimi_k2'],
    sglang: ['kimi_k2'],
    looksFor: '<|tool_call_begin|>functions.name:0',
    read: namedJson(
      /<\|tool_call_begin\|>\s*(?:functions\.)?(?<name>[\w.-]+):\d+\s*<\|tool_call_argument_begin\|>(?<json>.*?)<\|tool_call_end\|>/gs,
    ),
  },
  {
    vllm: ['minimax_m2'],
    sglang: ['minimax-m2'],
    looksFor: '<minimax:tool_call>',
    read: taggedCalls(
      /(?<=<minimax:tool_call>.*)<invoke name="?(?<name>[^">]+)"?>(?<body>.*?)<\/invoke>/gs,
      /<parameter name="?(?<key>[^">]+)"?>\n?(?<value>.*?)\n?<\/parameter>/gs,
    ),
  },
  {
    vllm: ['seed_oss'],
    sglang: [],
    looksFor: '<seed:tool_call><function=…',
    read: taggedCalls(
      /<seed:tool_call>\s*<function=(?<name>[^>]+)>(?<body>.*?)<\/function>\s*<\/seed:tool_call>/gs,
      parameterTag,
    ),
  },
  {
    vllm: ['openai'],
    sglang: ['gpt-oss'],
    looksFor: '<|channel|>commentary to=functions.…',
    read: namedJson(
      /to=functions\.(?<name>[\w-]+)(?:(?!<\|message\|>).)*<\|message\|>(?<json>.*?)(?:<\|call\|>|$)/gs,
    ),
  },
  {
    vllm: ['longcat'],
    sglang: [],
    looksFor: '<longcat_tool_call>{"name": …',
    read: jsonCalls(/<longcat_tool_call>(?<json>.*?)<\/longcat_tool_call>/gs),
  },
  {
    vllm: ['functiongemma'],
    sglang: [],
    looksFor: '<start_function_call>call:name{…',
    read: taggedCalls(
      /<start_function_call>call:(?<name>[\w.-]+)\{(?<body>.*?)\}<end_function_call>/gs,
      /(?<key>\w+):<escape>(?<value>.*?)<escape>/gs,
    ),
  },
  {
    vllm: ['gemma4'],
    sglang: ['gemma4'],
    looksFor: '<|tool_call>call:name{…',
    read: taggedCalls(
      /<\|tool_call>call:(?<name>[\w.-]+)\{(?<body>.*?)\}<tool_call\|>/gs,
      /(?<key>\w+):<\|"\|>(?<value>.*?)<\|"\|>/gs,
    ),
  },
  {
    vllm: ['step3'],
    sglang: ['step3'],
    looksFor: '<steptml:invoke name=…',
    read: taggedCalls(
      /<steptml:invoke name="(?<name>[^"]+)">(?<body>.*?)<\/steptml:invoke>/gs,
      /<steptml:parameter name="(?<key>[^"]+)">(?<value>.*?)<\/steptml:parameter>/gs,
    ),
  },
  {
    vllm: ['solar_open2'],
    sglang: [],
    looksFor: '<|tool_call:name|>name<|tool_call:args|>{…',
    read: namedJson(
      /<\|tool_call:name\|>(?<name>[^<]+)<\|tool_call:args\|>(?<json>.*?)<\|tool_call:end\|>/gs,
    ),
  },
  {
    vllm: ['gigachat3'],
    sglang: ['gigachat3'],
    looksFor: 'function call<|role_sep|>\n{"name": …',
    read: jsonCalls(/function call<\|role_sep\|>\s*(?<json>\{.*\})/gs),
  },
  {
    vllm: ['apertus'],
    sglang: ['apertus2509'],
    looksFor: '<|tools_prefix|>[{"name": {…',
    read: keyedByName(/<\|tools_prefix\|>(?<json>.*?)<\|tools_suffix\|>/gs),
  },
  {
    vllm: ['cohere_command3'],
    sglang: [],
    looksFor: '<|START_ACTION|>[{"tool_name": …',
    read: jsonCalls(/<\|START_ACTION\|>(?<json>.*?)<\|END_ACTION\|>/gs, {
      name: 'tool_name',
      arguments: ['parameters'],
    }),
  },
];

export const toolCallParserNames: readonly string[] = [
  ...new Set(toolCallParsers.flatMap(({ vllm, sglang }) => [...vllm, ...sglang])),
].sort();

export function toolCallParser(name: string): ToolCallParser | undefined {
  return toolCallParsers.find(({ vllm, sglang }) => vllm.includes(name) || sglang.includes(name));
}

/** The first that finds calls: some parsers know an older form of their model too. */
function firstOf(...readers: readonly CallReader[]): CallReader {
  return (text) => readers.map((read) => read(text)).find((calls) => calls !== null) ?? null;
}
