/** Conversations as `{"conversations": [{"from": "human", "value": "…"}]}`, converted to OpenAI's format. */
import type { Json, Message } from '../../../../protocol/conversation.ts';
import { fail, isObject, parsed, readArguments } from './openai.ts';
import type { Complain, JsonPath } from './problem.ts';

const roles: Readonly<Record<string, string>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  function_call: 'call',
  tool: 'tool',
  observation: 'tool',
  function_response: 'tool',
};

/** `undefined` where something is wrong, and said. `system` stands before all turns. */
export function readTurns(
  value: Json,
  system: Json | undefined,
  path: JsonPath,
  complain: Complain,
): Message[] | undefined {
  if (!Array.isArray(value) || value.length === 0)
    return fail(complain, path, 'has to be a list of turns, each with from and value');
  const turns = value.map((turn, index) => readTurn(turn, [...path, index], complain));
  if (!turns.every((turn) => turn !== undefined)) return undefined;
  const first = typeof system === 'string' && system !== '' ? [{ role: 'system', content: system }] : [];
  return [...first, ...turns];
}

function readTurn(turn: Json, path: JsonPath, complain: Complain): Message | undefined {
  if (!isObject(turn) || typeof turn.value !== 'string')
    return fail(complain, path, 'has to be {"from": "human", "value": "…"}');
  const role = typeof turn.from === 'string' ? roles[turn.from] : undefined;
  if (role === undefined)
    return fail(complain, [...path, 'from'], `has to be one of ${Object.keys(roles).join(', ')}`);
  return role === 'call' ? readCall(turn.value, path, complain) : { role, content: turn.value };
}

/** The value is one call, or a list of calls, as JSON text. */
function readCall(value: string, path: JsonPath, complain: Complain): Message | undefined {
  const given = parsed(value);
  const calls = (Array.isArray(given) ? given : [given]).map((call) => {
    if (!isObject(call) || typeof call.name !== 'string')
      return fail(complain, [...path, 'value'], 'has to be the JSON text of {"name": …, "arguments": …}');
    const read = readArguments(call.arguments ?? {}, [...path, 'value'], complain);
    return read && { type: 'function', function: { name: call.name, arguments: read } };
  });
  return calls.every((call) => call !== undefined)
    ? { role: 'assistant', content: '', tool_calls: calls }
    : undefined;
}
