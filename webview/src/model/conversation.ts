/** The messages of two renders as one list, each saying which of the renders has it. */
import type { Json, Message, RenderRequest } from '../../../protocol/conversation.ts';

export interface MessageRow {
  readonly message: Message;
  readonly mark: 'both' | 'before' | 'after';
  /** Index in the conversation it stands in. */
  readonly index: number;
}

/** Shared messages once; then those of the first render alone, then those of the second. */
export function messageRows(before: RenderRequest, after: RenderRequest): MessageRow[] {
  const first = before.conversation.messages;
  const second = after.conversation.messages;
  let shared = 0;
  while (shared < first.length && shared < second.length && same(first[shared], second[shared])) shared++;
  const rows = (messages: readonly Message[], mark: MessageRow['mark'], from: number) =>
    messages.slice(from).map((message, i) => ({ message, mark, index: from + i }));
  return [
    ...rows(first.slice(0, shared), 'both', 0),
    ...rows(first, 'before', shared),
    ...rows(second, 'after', shared),
  ];
}

function same(a: Message | undefined, b: Message | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Fields of a message besides its role: content first, as people read them. */
export function fieldsOf(message: Message): [string, string][] {
  return Object.entries(message)
    .filter(([name, value]) => name !== 'role' && value !== undefined)
    .map(([name, value]) => [name, compact(value ?? null)]);
}

export function compact(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** JSON as it was written: numbers that JavaScript would not keep stand in data as `{"$number": "1.0"}`. */
export function jsonText(value: Json): string {
  return JSON.stringify(value).replaceAll(/\{"\$number":"([-+.\deE]+)"\}/g, '$1');
}

export interface Setting {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What the renders were asked besides messages; told apart where it differs. */
export function settingsOf(before: RenderRequest, after: RenderRequest): Setting[] {
  const first = settings(before);
  const second = settings(after);
  return [...new Set([...first.keys(), ...second.keys()])].map((name) => ({
    name,
    before: first.get(name) ?? 'undefined',
    after: second.get(name) ?? 'undefined',
  }));
}

function settings({ conversation, addGenerationPrompt }: RenderRequest): Map<string, string> {
  const { tools, documents, kwargs } = conversation;
  const all = new Map([['add_generation_prompt', String(addGenerationPrompt)]]);
  if (tools !== null) all.set('tools', jsonText(tools));
  if (documents !== null) all.set('documents', jsonText(documents));
  for (const [name, value] of Object.entries(kwargs)) all.set(name, jsonText(value));
  return all;
}
