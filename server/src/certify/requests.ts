/** Renders that checks ask for beside those of the suite. */
import type { Conversation, Json, Message, RenderRequest } from '../../../protocol/conversation.ts';

export interface Asked {
  readonly tools?: Json;
  readonly kwargs?: Conversation['kwargs'];
  readonly addGenerationPrompt?: boolean;
}

/** Messages alone: no tools, no variables, no generation prompt unless asked for. */
export function plainRequest(
  messages: readonly Message[],
  { tools = null, kwargs = {}, addGenerationPrompt = false }: Asked = {},
): RenderRequest {
  return { conversation: { messages, tools, documents: null, kwargs }, addGenerationPrompt };
}
