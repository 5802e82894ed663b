/** The dummy conversation of the published Token-In, Token-Out audit, in the forms it is retried in. */
import type { Json, Message } from '../../../protocol/conversation.ts';
import { assistant, functionSchema, tool, user, type Call } from './messages.ts';

/** The dummy's function, for templates that render nothing without tools. */
export const auditTools: Json = [functionSchema('dummy', 'dummy', {})];

export interface AuditDummy {
  /** User and assistant: what the model has sampled so far. */
  readonly before: readonly Message[];
  readonly toolMessage: Message;
}

/** `content` and `name` stand for the tool's answer and the function called. */
export function auditDummy({ withId = false, content = 'dummy', name = 'dummy' } = {}): AuditDummy {
  const call: Call = { name, arguments: {}, ...(withId ? { id: 'dummy0001' } : {}) };
  return {
    before: [user('dummy'), assistant({ content: '', calls: [call] })],
    toolMessage: tool(call, content),
  };
}
