import { system, user } from '../../conversation/messages.ts';
import { siteAt } from '../blame/siteAt.ts';
import { plainRequest } from '../requests.ts';
import { structureOf } from '../structure.ts';
import { faultProperty } from './faultProperty.ts';

export interface BosFault {
  readonly bos: string;
  /** How often it stands there. */
  readonly count: number;
}

const conversations = [
  { id: 'a user message', messages: [user('the first question')] },
  { id: 'system and user', messages: [system('the instruction'), user('the first question')] },
];

export const bosOnce = faultProperty<BosFault>({
  id: 'bos.once',
  title: 'Exactly one BOS',
  definition: 'the prompt of one turn holds the text of the BOS token at most once',
  explanation: `A template that writes the BOS token twice, or in two places that both apply, begins every prompt in a way the model
has not seen. Checked on the text that the template writes; whether the tokenizer adds one of its own is a matter of how
the text is encoded.`,
  examine({ subject }, examination) {
    const bos = subject.specialTokens.bos_token ?? '';
    if (bos === '') {
      examination.cannotJudge('the tokenizer has no BOS token');
      return;
    }
    const { user: asking, assistant: answering } = structureOf(subject).turns;
    if ([asking, answering].every((turn) => turn?.header.trimStart().startsWith(bos))) {
      examination.cannotJudge('every turn begins with the BOS token');
      return;
    }
    for (const { id, messages } of conversations) {
      const request = plainRequest(messages, { addGenerationPrompt: true });
      const text = examination.text(request);
      const count = text === null ? 0 : text.split(bos).length - 1;
      if (text === null || count < 2) continue;
      const at = text.indexOf(bos, text.indexOf(bos) + bos.length);
      examination.fault(
        { trajectory: id, request, at: { start: at, end: at + bos.length }, detail: `${count} times ${bos}` },
        siteAt(subject, request, at),
        { bos, count },
      );
    }
  },
});
