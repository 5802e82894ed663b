/**
 * How a template wants its messages spelt. Three contracts differ in the field: call arguments as a mapping or as a
 * JSON string, and whether a call must carry an id, which is found by rendering the audit's dummy; and the name under
 * which reasoning is passed back, which is found by reading the template.
 */
import type { Json, Message } from '../../../protocol/conversation.ts';
import { writeJson } from '../jinja/json/index.ts';
import { dataFlowOf } from '../dataflow/index.ts';
import { auditDummy, auditTools } from '../conversation/audit.ts';
import type { Subject } from './subject.ts';

export interface Dialect {
  readonly argumentsAs: 'mapping' | 'string';
  readonly callIds: boolean;
  readonly reasoningAs: ReasoningField;
  /** Tools that the audit's dummy comes with: none, or the schema of its function where a template can't do without. */
  readonly dummyTools: Json;
  /** The messages of a trajectory, spelt so. */
  spell(messages: readonly Message[]): Message[];
}

/** Names under which servers and clients pass reasoning back; the suite's own first. */
export const reasoningFields = ['reasoning_content', 'reasoning', 'thinking'] as const;
export type ReasoningField = (typeof reasoningFields)[number];

/** In the order they are tried; the first that renders is the template's. */
const dialectsWith = (reasoningAs: ReasoningField): readonly Dialect[] =>
  [null, auditTools].flatMap((dummyTools) => [
    dialect('mapping', false, reasoningAs, dummyTools),
    dialect('mapping', true, reasoningAs, dummyTools),
    dialect('string', false, reasoningAs, dummyTools),
    dialect('string', true, reasoningAs, dummyTools),
  ]);

/** The first dialect in which the audit's dummy renders; the plainest where none does. */
export function dialectOf(subject: Subject): Dialect {
  const dialects = dialectsWith(reasoningFieldOf(subject));
  return dialects.find((candidate) => rendersDummy(subject, candidate)) ?? dialects[0]!;
}

/** The first of the names that the template reads; the suite's own where it reads none. */
function reasoningFieldOf({ program }: Subject): ReasoningField {
  const read = new Set(
    dataFlowOf(program.template)
      .reads.filter(({ of }) => of.has('messages[]'))
      .map(({ field }) => field),
  );
  return reasoningFields.find((field) => read.has(field)) ?? reasoningFields[0];
}

function rendersDummy(subject: Subject, { callIds, dummyTools, spell }: Dialect): boolean {
  const { before, toolMessage } = auditDummy({ withId: callIds });
  const messages = spell([...before, toolMessage]);
  return subject.render({
    conversation: { messages, tools: dummyTools, documents: null, kwargs: {} },
    addGenerationPrompt: true,
  }).ok;
}

function dialect(
  argumentsAs: Dialect['argumentsAs'],
  callIds: boolean,
  reasoningAs: ReasoningField,
  dummyTools: Json,
): Dialect {
  const arguments_ = argumentsAs === 'mapping' ? asItIs : withStringArguments;
  const reasoning = respellings[reasoningAs];
  const spell = (messages: readonly Message[]) => messages.map((message) => reasoning(arguments_(message)));
  return { argumentsAs, callIds, reasoningAs, dummyTools, spell };
}

type Respelling = (message: Message) => Message;

const asItIs: Respelling = (message) => message;

/** Spelt once, so that a message stays the same object however often it is asked for. */
function once(respell: Respelling): Respelling {
  const known = new WeakMap<Message, Message>();
  return (message) => {
    const spelt = known.get(message) ?? respell(message);
    known.set(message, spelt);
    return spelt;
  };
}

const withStringArguments = once((message) =>
  Array.isArray(message.tool_calls)
    ? { ...message, tool_calls: message.tool_calls.map(stringifyArguments) }
    : message,
);

const respellings: Readonly<Record<ReasoningField, Respelling>> = {
  reasoning_content: asItIs,
  reasoning: once((message) => withReasoningAs('reasoning', message)),
  thinking: once((message) => withReasoningAs('thinking', message)),
};

/** A message that has a field of that name already is somebody's own. */
function withReasoningAs(field: ReasoningField, message: Message): Message {
  if (message.reasoning_content === undefined || field in message) return message;
  const { reasoning_content: reasoning, ...rest } = message;
  return { ...rest, [field]: reasoning };
}

function stringifyArguments(call: Json): Json {
  const { function: called, ...rest } = call as { function: { name: string; arguments: Json } };
  return { ...rest, function: { ...called, arguments: writeJson(called.arguments) } };
}
