/** Builds models from short token tables. */
import type { Conversation, Message } from '../../protocol/conversation.ts';
import type { DiffStretch, RenderView, TokenCell } from '../../protocol/views.ts';

/** `overlap`: units that the token before covers already, where both are bytes of one character. */
export type TokenRow = readonly [
  id: number,
  text: string,
  line: number,
  message: number,
  bytes?: string,
  overlap?: number,
];

/** Ids of Qwen3's added tokens start here. */
const ADDED = 151643;

export function cellsOf(rows: readonly TokenRow[]): TokenCell[] {
  let at = 0;
  return rows.map(([id, text, line, message, bytes = null, overlap = 0]) => {
    const start = at - overlap;
    at = start + text.length;
    return {
      id,
      start,
      end: at,
      text,
      special: id >= ADDED,
      bytes,
      site: { start: line * 40, end: line * 40 + 30 },
      line,
      path: id < ADDED && /\w/.test(text) ? `messages[${message}].content` : null,
      message,
      generation: false,
    };
  });
}

export function conversationOf(messages: readonly Message[]): Conversation {
  return { messages, tools: null, documents: null, kwargs: {} };
}

export function renderOf(
  title: string,
  tokens: readonly TokenCell[],
  conversation: Conversation,
  addGenerationPrompt: boolean,
): RenderView {
  const text = tokens
    .map((cell, i) => cell.text.slice(Math.max(0, (tokens[i - 1]?.end ?? 0) - cell.start)))
    .join('');
  return { title, request: { conversation, addGenerationPrompt }, text, tokens };
}

/** `[kind, tokens before, tokens after]` */
export function stretchesOf(
  lengths: readonly (readonly [DiffStretch['kind'], number, number])[],
): DiffStretch[] {
  let before = 0;
  let after = 0;
  return lengths.map(([kind, b, a]) => ({
    kind,
    before: { start: before, end: (before += b) },
    after: { start: after, end: (after += a) },
  }));
}
