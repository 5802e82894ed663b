/** Short spellings of messages in OpenAI's format, for the suite and the audit. */
import type { Json, Message } from '../../../protocol/conversation.ts';

export interface Call {
  readonly name: string;
  readonly arguments: { readonly [key: string]: Json };
  /** Nine alphanumeric characters: the strictest id contract in the field (Mistral). */
  readonly id?: string;
}

export const system = (content: string): Message => ({ role: 'system', content });
export const developer = (content: string): Message => ({ role: 'developer', content });
export const user = (content: Json): Message => ({ role: 'user', content });

export interface AssistantParts {
  readonly content?: Json;
  readonly reasoning?: string;
  readonly calls?: readonly Call[];
}

export function assistant({ content = '', reasoning, calls }: AssistantParts): Message {
  return {
    role: 'assistant',
    content,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(calls === undefined ? {} : { tool_calls: calls.map(toolCall) }),
  };
}

export const tool = (call: Call, content: string): Message => ({
  role: 'tool',
  name: call.name,
  ...(call.id === undefined ? {} : { tool_call_id: call.id }),
  content,
});

function toolCall({ id, name, arguments: args }: Call): Json {
  return {
    ...(id === undefined ? {} : { id }),
    type: 'function',
    function: { name, arguments: args as { [key: string]: Json } },
  };
}

/** A function's JSON schema as `tools` carries it. */
export function functionSchema(name: string, description: string, parameters: Record<string, Json>): Json {
  return {
    type: 'function',
    function: {
      name,
      description,
      parameters: { type: 'object', properties: parameters, required: Object.keys(parameters) },
    },
  };
}
