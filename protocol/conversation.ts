/** Conversations as people write them: OpenAI's message format, plus what templates read beside it. */

/** Any JSON value. A number that JavaScript would not keep (1.0, long integers) is `{ "$number": "1.0" }`. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Message {
  role: string;
  content?: Json;
  reasoning_content?: Json;
  tool_calls?: Json;
  tool_call_id?: string;
  name?: string;
  [field: string]: Json | undefined;
}

/** What one render is made from, besides the generation prompt flag. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** JSON schemas of functions; null renders as None. */
  readonly tools: Json;
  readonly documents: Json;
  /** Further variables: `enable_thinking`, ... */
  readonly kwargs: Readonly<Record<string, Json>>;
}

/** A render that can be replayed. */
export interface RenderRequest {
  readonly conversation: Conversation;
  readonly addGenerationPrompt: boolean;
}
