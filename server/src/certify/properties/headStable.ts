import type { Span } from '../../../../protocol/certification.ts';
import { system, user } from '../../conversation/messages.ts';
import { tracedText } from '../blame/causes.ts';
import { culpritOf } from '../blame/culprit.ts';
import { sharedLength } from '../compare.ts';
import { otherSettings, type Kwargs } from '../kwargs.ts';
import { plainRequest } from '../requests.ts';
import { faultProperty } from './faultProperty.ts';

export interface HeadFault {
  /** The setting that changes the head. */
  readonly kwargs: Kwargs;
  readonly shared: number;
  readonly total: number;
}

const conversations = [
  { id: 'a user message', messages: [user('the first question')] },
  { id: 'system and user', messages: [system('the instruction'), user('the first question')] },
];

export const headStable = faultProperty<HeadFault>({
  id: 'head.stable',
  title: 'The head of the prompt is stable under its switches',
  definition:
    'R(M) up to the first user message is the same under every setting of the variables that the template reads',
  explanation: `A switch for thinking or effort that writes into the head of the prompt changes everything behind it: two requests
that differ only in the switch share no cached prefix, and a conversation that changes it in the middle is encoded anew.
Tool definitions are not varied: they have to stand somewhere.`,
  examine({ subject }, examination) {
    const settings = [...subject.kwargs.slice(1), ...otherSettings(subject.program.template)];
    for (const { id, messages } of conversations) {
      const base = plainRequest(messages, { addGenerationPrompt: true });
      const text = examination.text(base);
      if (text === null) continue;
      for (const kwargs of settings) {
        const request = plainRequest(messages, { kwargs, addGenerationPrompt: true });
        const other = examination.text(request);
        if (other === null) continue;
        const shared = sharedLength(text, other);
        if (shared >= text.indexOf('the first question')) continue;
        const culprit = culpritOf(
          subject.program.template.source,
          tracedText(subject, base),
          tracedText(subject, request),
          shared,
        );
        const site: Span = culprit.span;
        examination.fault(
          {
            trajectory: id,
            request,
            at: { start: shared, end: shared },
            detail: `with ${JSON.stringify(kwargs)} ${shared} of ${text.length} characters stay`,
          },
          site,
          { kwargs, shared, total: text.length },
        );
      }
    }
  },
});
