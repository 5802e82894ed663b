/** Turns as messages of a conversation, spelt as a template wants them; numbers keep the form they were parsed in. */
import type { Message } from '../../../../protocol/conversation.ts';
import { exactMessage } from '../inputs.ts';
import type { ResponseFormat } from './format.ts';
import type { ParsedTurn } from './parsed.ts';
import type { Turn } from './turns.ts';

/** The message to put into a conversation. Nothing that the turn does not have is in it. */
export function messageOf(
  {
    reasoningField,
    argumentsAs,
    namingIds,
    emptyContent,
  }: Pick<ResponseFormat, 'reasoningField' | 'argumentsAs' | 'namingIds' | 'emptyContent'>,
  { content, reasoning, calls }: ParsedTurn,
): Message {
  const text = JSON.stringify;
  const spelt = calls.map(({ name, id: given, arguments: args }, index) => {
    const id = given ?? (namingIds ? `functions.${name}:${index}` : inventedId(index));
    return `{"id": ${text(id)}, "type": "function", "function": {"name": ${text(name)}, "arguments": ${argumentsAs === 'string' ? text(args) : args}}}`;
  });
  const members = [
    '"role": "assistant"',
    `"content": ${text(content === '' && calls.length > 0 ? emptyContent : content)}`,
    ...(reasoning === null ? [] : [`${text(reasoningField ?? 'reasoning_content')}: ${text(reasoning)}`]),
    ...(calls.length === 0 ? [] : [`"tool_calls": [${spelt.join(', ')}]`]),
  ];
  return exactMessage(`{${members.join(', ')}}`);
}

/** Servers give a call an id where its text has none: nine characters, as the strictest template wants them. */
const inventedId = (index: number) => `call${String(index).padStart(5, '0')}`;

/** A turn of ours as if it had been parsed. */
export function asParsed(
  { content, reasoning, calls }: Turn,
  { namingIds }: Pick<ResponseFormat, 'namingIds'>,
): ParsedTurn {
  return {
    content,
    reasoning,
    calls: calls.map(({ name, id, arguments: args }, index) => ({
      name,
      id: namingIds ? `functions.${name}:${index}` : id,
      arguments: JSON.stringify(args),
    })),
  };
}
