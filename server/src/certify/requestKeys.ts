/**
 * Keys by which requests are told apart. The suite asks for thousands of renders of a few dozen messages: each message
 * and each list of tools has a number, so that no key is as long as a conversation.
 */
import type { Json, Message, RenderRequest } from '../../../protocol/conversation.ts';
import { exactTextOf } from './inputs.ts';

const identities = new WeakMap<object, string>();
let lastIdentity = 0;

/** Equal for requests made of the same messages, tools and documents, the same objects, and of equal kwargs. */
export function requestKey({ conversation, addGenerationPrompt }: RenderRequest): string {
  const { messages, tools, documents, kwargs } = conversation;
  const settings = `${identityOf(tools)}|${identityOf(documents)}|${JSON.stringify(kwargs)}`;
  return `${joined(messages, identityOf)}|${settings}|${addGenerationPrompt}`;
}

function identityOf(data: Json | Message): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  let identity = identities.get(data);
  if (identity === undefined) identities.set(data, (identity = `#${(lastIdentity += 1)}`));
  return identity;
}

interface Numbers {
  /** The same for all that JSON writes alike. */
  readonly written: string;
  /** The same for all that the engine gets alike: JSON does not tell 1.0 from 1. */
  readonly meant: string;
}

/** Keys by what is said, not by which object says it. Good among those of one instance. */
export class ContentKeys {
  private readonly numbers = new WeakMap<object, Numbers>();
  private readonly byText = new Map<string, string>();

  /** Equal for requests that JSON writes alike. */
  written({ conversation, addGenerationPrompt }: RenderRequest): string {
    const { tools, documents, kwargs } = conversation;
    const settings = `${this.of(tools).written}|${this.of(documents).written}|${JSON.stringify(kwargs)}`;
    return `${this.writtenMessages(conversation.messages)}|${settings}|${addGenerationPrompt}`;
  }

  writtenMessages(messages: readonly Message[]): string {
    return joined(messages, (message) => this.of(message).written);
  }

  /** Equal for messages that templates can't tell apart. */
  messages(messages: readonly Message[]): string {
    return joined(messages, (message) => this.of(message).meant);
  }

  /** Equal for requests that give templates the same under a name, other than `messages`. */
  variable({ conversation, addGenerationPrompt }: RenderRequest, name: string): string {
    switch (name) {
      case 'tools':
      case 'documents':
        return this.of(conversation[name]).meant;
      case 'add_generation_prompt':
        return String(addGenerationPrompt);
      default:
        return Object.hasOwn(conversation.kwargs, name) ? this.of(conversation.kwargs[name]!).meant : '';
    }
  }

  private of(data: Json | Message): Numbers {
    if (typeof data !== 'object' || data === null) {
      const written = JSON.stringify(data);
      return { written, meant: written };
    }
    const known = this.numbers.get(data);
    if (known !== undefined) return known;
    const written = this.numberOf(JSON.stringify(data));
    const exact = exactTextOf(data) ?? JSON.stringify(data, withOddNumbers);
    const numbers = { written, meant: this.numberOf(`meant ${exact}`) };
    this.numbers.set(data, numbers);
    return numbers;
  }

  private numberOf(text: string): string {
    let number = this.byText.get(text);
    if (number === undefined) this.byText.set(text, (number = `#${this.byText.size}`));
    return number;
  }
}

/** Numbers that JSON writes as others: an overflowing literal is read as Infinity. */
const withOddNumbers = (_: string, value: unknown) =>
  typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))
    ? { $odd: Object.is(value, -0) ? '-0' : String(value) }
    : value;

function joined(messages: readonly Message[], keyOf: (message: Message) => string): string {
  let key = '';
  for (const message of messages) key += keyOf(message);
  return key;
}
