/** Where a trajectory can be cut so that an append, or a generation, happens. */
import type { Message } from '../../../protocol/conversation.ts';

/** `messages[0, before)` is what was there, `messages[0, after)` what is there once the append has happened. */
export interface Cut {
  readonly before: number;
  readonly after: number;
}

const isTool = (message: Message | undefined) => message?.role === 'tool';
const isAssistant = (message: Message | undefined) => message?.role === 'assistant';

/** All results of an assistant's calls in one batch. */
export function toolBatchCuts(messages: readonly Message[]): Cut[] {
  const cuts: Cut[] = [];
  messages.forEach((message, index) => {
    if (!isTool(message) || !isAssistant(messages[index - 1])) return;
    let after = index + 1;
    while (isTool(messages[after])) after += 1;
    cuts.push({ before: index, after });
  });
  return cuts;
}

/** Each further result of a batch, once the results before it are there. */
export function laterToolCuts(messages: readonly Message[]): Cut[] {
  return messages.flatMap((message, index) =>
    isTool(message) && isTool(messages[index - 1]) ? [{ before: index, after: index + 1 }] : [],
  );
}

/** One message of `role` after a finished assistant turn. */
export function appendCuts(messages: readonly Message[], role: string): Cut[] {
  const cuts: Cut[] = [];
  messages.forEach((message, index) => {
    if (message.role === role && isAssistant(messages[index - 1]))
      cuts.push({ before: index, after: index + 1 });
  });
  return cuts;
}

/** Each assistant turn: before it the model is asked to generate, after it the turn is complete. */
export function generationCuts(messages: readonly Message[]): Cut[] {
  return messages.flatMap((message, index) =>
    isAssistant(message) && index > 0 ? [{ before: index, after: index + 1 }] : [],
  );
}
