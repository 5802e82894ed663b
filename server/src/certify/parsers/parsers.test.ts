import { expect, test } from 'vitest';
import { namesOf } from './names.ts';
import { reasoningIn, reasoningParser, reasoningParsers } from './reasoningParsers.ts';
import { toolCallParser, toolCallParsers } from './toolCallParsers.ts';

const call = '{"name": "look_up", "arguments": {"city": "Paris"}}';
const taught = '{"name": "look_up", "parameters": {"city": "Paris"}}';

/** A call as each family writes it, and all parsers that read it, by their first name. */
test.each<[written: string, read: readonly string[]]>([
  [`<tool_call>\n${call}\n</tool_call>`, ['hermes', 'qwen']],
  [`<tool_call>${call}</tool_call>`, ['hermes']],
  [
    '<tool_call>\n<function=look_up>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>',
    ['qwen3_coder'],
  ],
  ['<tool_call>look_up\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n</tool_call>', ['glm45']],
  [taught, ['llama3_json']],
  [`<|python_tag|>${call}`, ['llama3_json']],
  ['[look_up(city="Paris")]', ['pythonic']],
  ["<|python_start|>[look_up(city='Paris')]<|python_end|>", ['pythonic']],
  ['<function_calls>look_up(city="Paris")</function_calls>', ['olmo3']],
  ['<|tool_call_start|>[look_up(city="Paris")]<|tool_call_end|>', ['lfm2']],
  [`[TOOL_CALLS] [${call}]`, ['mistral']],
  ['[TOOL_CALLS]look_up[CALL_ID]abc123def[ARGS]{"city": "Paris"}', ['mistral']],
  [`<|tool_call|>[${call}]`, ['granite']],
  [`<function_call> ${call}`, ['granite-20b-fc']],
  [`<tool_calls>[${call}]</tool_calls>`, ['jamba']],
  [`<tool_calls>\n${call}\n</tool_calls>`, ['minimax']],
  [`[${call}]`, ['xlam']],
  [`functools[${call}]`, ['phi4_mini_json']],
  [`<|action_start|><|plugin|>${taught}<|action_end|>`, ['internlm']],
  [
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>look_up\n```json\n{"city": "Paris"}\n```<｜tool▁call▁end｜>',
    ['deepseek_v3'],
  ],
  [
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>look_up<｜tool▁sep｜>{"city": "Paris"}<｜tool▁call▁end｜>',
    ['deepseek_v31'],
  ],
  [
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="look_up">\n<｜DSML｜parameter name="city" string="true">Paris</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    ['deepseek_v32'],
  ],
  [
    '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="look_up">\n<｜DSML｜parameter name="city" string="true">Paris</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    ['deepseek_v4'],
  ],
  [
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.look_up:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|>',
    ['kimi_k2'],
  ],
  [
    '<minimax:tool_call>\n<invoke name="look_up">\n<parameter name="city">Paris</parameter>\n</invoke>\n</minimax:tool_call>',
    ['minimax_m2'],
  ],
  [
    '<seed:tool_call>\n<function=look_up>\n<parameter=city>Paris</parameter>\n</function>\n</seed:tool_call>',
    ['seed_oss'],
  ],
  [
    '<|channel|>commentary to=functions.look_up <|constrain|>json<|message|>{"city": "Paris"}<|call|>',
    ['openai'],
  ],
  [`<longcat_tool_call>${call}</longcat_tool_call>`, ['longcat']],
  ['<start_function_call>call:look_up{city:<escape>Paris<escape>}<end_function_call>', ['functiongemma']],
  ['<|tool_call>call:look_up{city:<|"|>Paris<|"|>}<tool_call|>', ['gemma4']],
  [
    '<steptml:invoke name="look_up"><steptml:parameter name="city">Paris</steptml:parameter></steptml:invoke>',
    ['step3'],
  ],
  [`function call<|role_sep|>\n${call}`, ['gigachat3']],
  ['<|tools_prefix|>[{"look_up": {"city": "Paris"}}]<|tools_suffix|>', ['apertus']],
  [
    '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "look_up", "parameters": {"city": "Paris"}}]<|END_ACTION|>',
    ['cohere_command3'],
  ],
  [
    '<|tool_calls|><|tool_call:begin|>c1<|tool_call:name|>look_up<|tool_call:args|>{"city": "Paris"}<|tool_call:end|>',
    ['solar_open2'],
  ],
  ['It is 21 degrees in Paris.', []],
  ['[look_up(city=Paris)]', []],
  ["<tool_call>{'name': 'look_up', 'arguments': {'city': 'Paris'}}</tool_call>", []],
])('%s', (written, read) => {
  const wanted = JSON.stringify([{ name: 'look_up', arguments: { city: 'Paris' } }]);
  const reading = toolCallParsers.filter((parser) => JSON.stringify(parser.read(written)) === wanted);
  expect(reading.map(({ vllm, sglang }) => vllm[0] ?? sglang[0])).toEqual(read);
});

test('two calls are read as two', () => {
  const names = (parser: string, text: string) =>
    toolCallParser(parser)
      ?.read(text)
      ?.map(({ name }) => name);
  const other = call.replace('look_up', 'search');
  expect(names('llama3_json', `${call}; ${other}`)).toEqual(['look_up', 'search']);
  expect(names('minimax', `<tool_calls>\n${call}\n${other}\n</tool_calls>`)).toEqual(['look_up', 'search']);
  expect(names('mistral', '[TOOL_CALLS]a[ARGS]{}[TOOL_CALLS]b[ARGS]{"x": {}}')).toEqual(['a', 'b']);
  expect(names('glm45', '<tool_call>a\n</tool_call>\n<tool_call>b\n</tool_call>')).toEqual(['a', 'b']);
});

test('each name means one parser', () => {
  for (const table of [toolCallParsers, reasoningParsers])
    for (const program of ['vllm', 'sglang'] as const) {
      const names = table.flatMap((row) => row[program]);
      expect(new Set(names).size).toBe(names.length);
    }
});

test('a parser is called by the names that programs have for it', () => {
  expect(namesOf({ vllm: ['hermes'], sglang: [] })).toBe('hermes (vLLM)');
  expect(namesOf({ vllm: ['a', 'b'], sglang: ['b', 'c'] })).toBe('b (vLLM and SGLang), a (vLLM), c (SGLang)');
});

test.each<[parser: string, text: string, reasoning: string | null]>([
  ['qwen3', '<think>a</think>b', 'a'],
  ['qwen3', 'a</think>b', 'a'],
  ['qwen3', 'no reasoning', null],
  ['openai_gptoss', '<|channel|>analysis<|message|>a<|end|><|start|>assistant', 'a'],
  ['mistral', '<think>a</think>b', null],
])('%s finds the reasoning of %s', (parser, text, reasoning) => {
  expect(reasoningIn(reasoningParser(parser)!, text)).toBe(reasoning);
});
