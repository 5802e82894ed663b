/**
 * How a template wants its messages spelt. Two contracts differ in the field: call arguments as a mapping or as a
 * JSON string, and whether a call must carry an id. Which holds is found by rendering the audit's dummy.
 */
import type { Json, Message } from '../../../protocol/conversation.ts';
import { auditDummy, auditTools } from '../conversation/audit.ts';
import type { Subject } from './subject.ts';

export interface Dialect {
  readonly argumentsAs: 'mapping' | 'string';
  readonly callIds: boolean;
  /** Tools that the audit's dummy comes with: none, or the schema of its function where a template can't do without. */
  readonly dummyTools: Json;
  /** The messages of a trajectory, spelt so. */
  spell(messages: readonly Message[]): Message[];
}

/** In the order they are tried; the first that renders is the template's. */
const dialects: readonly Dialect[] = [null, auditTools].flatMap((dummyTools) => [
  dialect('mapping', false, dummyTools),
  dialect('mapping', true, dummyTools),
  dialect('string', false, dummyTools),
  dialect('string', true, dummyTools),
]);

/** The first dialect in which the audit's dummy renders; the plainest where none does. */
export function dialectOf(subject: Subject): Dialect {
  return dialects.find((candidate) => rendersDummy(subject, candidate)) ?? dialects[0]!;
}

function rendersDummy(subject: Subject, { callIds, dummyTools, spell }: Dialect): boolean {
  const { before, toolMessage } = auditDummy({ withId: callIds });
  const messages = spell([...before, toolMessage]);
  return subject.render({
    conversation: { messages, tools: dummyTools, documents: null, kwargs: {} },
    addGenerationPrompt: true,
  }).ok;
}

function dialect(argumentsAs: Dialect['argumentsAs'], callIds: boolean, dummyTools: Json): Dialect {
  const spell = (messages: readonly Message[]) =>
    argumentsAs === 'mapping' ? [...messages] : messages.map(withStringArguments);
  return { argumentsAs, callIds, dummyTools, spell };
}

/** Spelt once, so that a message stays the same object however often it is asked for. */
const respelt = new WeakMap<Message, Message>();

function withStringArguments(message: Message): Message {
  if (!Array.isArray(message.tool_calls)) return message;
  const known = respelt.get(message);
  if (known !== undefined) return known;
  const spelt = { ...message, tool_calls: message.tool_calls.map(stringifyArguments) };
  respelt.set(message, spelt);
  return spelt;
}

function stringifyArguments(call: Json): Json {
  const { function: called, ...rest } = call as { function: { name: string; arguments: Json } };
  return { ...rest, function: { ...called, arguments: JSON.stringify(called.arguments) } };
}
