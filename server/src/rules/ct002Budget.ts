import type { Finding } from '../../../protocol/certification.ts';
import type { RenderStopped } from '../certify/subject.ts';
import { defineRule } from './rule.ts';

export interface BudgetPayload {
  readonly messages: number;
}

export const ct002Budget = defineRule<BudgetPayload>({
  code: 'CT002',
  title: 'Rendering was stopped at a limit',
  by: ['renders'],
  severity: { serving: 'error', sft: 'error', rl: 'error' },
  explanation: `Templates are programs. A render that takes more steps, writes more text or holds more memory than
any published template needs by far is stopped, so that neither the editor nor a server behind it hangs. Nothing
is certified of such a template. The same is said where the check as a whole took longer than it was given (\`--timeout\`):
then nothing was decided.`,
  repair: 'Bound the loop, the recursion or the string that grows at the place that is underlined.',
});

export function budgetFinding({ message, span, request, isInterrupted }: RenderStopped): Finding {
  const messages = request.conversation.messages.length;
  return {
    code: 'CT002',
    severity: 'error',
    message: isInterrupted
      ? `NOT DECIDED. ${message} Nothing is certified of this template.`
      : `Rendering was stopped, in a conversation of ${messages} ${messages === 1 ? 'message' : 'messages'}: ${message}`,
    span,
    related: [],
    payload: { messages },
  };
}
