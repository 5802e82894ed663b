/**
 * How a template wants its messages spelt. Two contracts differ in the field: call arguments as a mapping or as a
 * JSON string, and whether a call must carry an id. Which holds is found by rendering the audit's dummy.
 */
import type { Json, Message } from '../../../protocol/conversation.ts';
import { auditDummy } from '../conversation/audit.ts';
import type { Subject } from './subject.ts';

export interface Dialect {
  readonly argumentsAs: 'mapping' | 'string';
  readonly callIds: boolean;
  /** The messages of a trajectory, spelt so. */
  spell(messages: readonly Message[]): Message[];
}

/** In the order they are tried; the first that renders is the template's. */
const dialects: readonly Dialect[] = [
  dialect('mapping', false),
  dialect('mapping', true),
  dialect('string', false),
  dialect('string', true),
];

/** The first dialect in which the audit's dummy renders; the plainest where none does. */
export function dialectOf(subject: Subject): Dialect {
  return dialects.find((candidate) => rendersDummy(subject, candidate)) ?? dialects[0]!;
}

function rendersDummy(subject: Subject, { callIds, spell }: Dialect): boolean {
  const { before, toolMessage } = auditDummy({ withId: callIds });
  const messages = spell([...before, toolMessage]);
  return subject.render({
    conversation: { messages, tools: null, documents: null, kwargs: {} },
    addGenerationPrompt: true,
  }).ok;
}

function dialect(argumentsAs: Dialect['argumentsAs'], callIds: boolean): Dialect {
  const spell = (messages: readonly Message[]) =>
    argumentsAs === 'mapping' ? [...messages] : messages.map(withStringArguments);
  return { argumentsAs, callIds, spell };
}

function withStringArguments(message: Message): Message {
  if (!Array.isArray(message.tool_calls)) return message;
  return { ...message, tool_calls: message.tool_calls.map(stringifyArguments) };
}

function stringifyArguments(call: Json): Json {
  const { function: called, ...rest } = call as { function: { name: string; arguments: Json } };
  return { ...rest, function: { ...called, arguments: JSON.stringify(called.arguments) } };
}
