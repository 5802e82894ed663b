import { user } from '../../conversation/messages.ts';
import { auditDummy } from '../../conversation/audit.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { seamBetween, type Tokenizer } from '../../tokenizer/index.ts';
import { answerProbes, type AnswerProbe } from '../probes/answers.ts';
import { endOf } from '../markers.ts';
import { siteAt } from '../blame/siteAt.ts';
import { plainRequest } from '../requests.ts';
import { faultProperty } from './faultProperty.ts';
import type { PropertyInput } from './property.ts';

export interface SeamFault {
  readonly probe: AnswerProbe;
  /** `merge`: ids of the prompt change. `apart`: the answer alone encodes otherwise than behind the prompt. */
  readonly kind: 'merge' | 'apart';
  /** What the prompt ends in. */
  readonly end: string;
  readonly removed: readonly number[];
  readonly inserted: readonly number[];
}

export const seamMerge = faultProperty<SeamFault>({
  id: 'seam.merge',
  title: 'Prompt and answer do not merge',
  definition: 'T(R(M, on)) | T(answer) = T(R(M, on) | answer), for answers that begin in many ways',
  explanation: `A model samples its answer behind the ids of the prompt. Whoever encodes the text of both together, or of the answer
alone, gets other ids where tokens reach over the seam: a newline at the end of the prompt merges with a newline that
the answer begins with, a tokenizer of the SentencePiece kind puts a blank before a text that stands alone. Answers are
tried that begin with letters, digits, punctuation, \`<\`, blanks, CJK, Arabic, Devanagari, a combining mark and an emoji,
behind a user message and behind a tool result, under each switch for thinking. Keeping sampled ids (token in, token out)
is not affected. Needs a tokenizer.`,
  examine(input, examination) {
    const { subject } = input;
    const { tokenizer } = subject;
    if (tokenizer === null) return examination.cannotJudge('a tokenizer is needed');
    examination.comparedTokens();
    const seen = new Set<string>();
    for (const { trajectory, request } of prompts(input)) {
      const prompt = examination.text(request);
      // No merge reaches over an added token: prompts that end alike meet answers alike.
      const end = prompt === null ? null : prompt.slice(lastAddedToken(tokenizer, prompt));
      if (prompt === null || end === null || seen.has(end)) continue;
      seen.add(end);
      for (const probe of answerProbes) {
        const seam = seamBetween(tokenizer, prompt, probe.text);
        if (seam === null) continue;
        const removed = [...seam.removedBefore, ...seam.removedAfter];
        const inserted = [...seam.inserted];
        examination.fault(
          {
            trajectory,
            request,
            at: { start: prompt.length, end: prompt.length },
            detail: `an answer that begins with ${probe.begins}: ids ${removed.join(', ')} become ${inserted.join(', ')}`,
          },
          siteAt(subject, request, prompt.length - 1),
          {
            probe,
            kind: seam.removedBefore.length > 0 ? 'merge' : 'apart',
            end: endOf(prompt),
            removed,
            inserted,
          },
          'tokens',
        );
      }
    }
  },
});

/** Offset of the last added token of a text; 0 where there is none. */
function lastAddedToken(tokenizer: Tokenizer, text: string): number {
  const added = new Set(tokenizer.addedTokens.map(({ id }) => id));
  const { ids, starts } = tokenizer.encode(text);
  return starts[ids.findLastIndex((id) => added.has(id))] ?? 0;
}

function prompts({ subject, dialect }: PropertyInput): { trajectory: string; request: RenderRequest }[] {
  const { before, toolMessage } = auditDummy({ withId: dialect.callIds });
  const step = dialect.spell([...before, toolMessage]);
  return subject.kwargs.flatMap((kwargs) => [
    {
      trajectory: 'a user message',
      request: plainRequest([user('first question')], { kwargs, addGenerationPrompt: true }),
    },
    {
      trajectory: 'a tool result',
      request: plainRequest(step, { tools: dialect.dummyTools, kwargs, addGenerationPrompt: true }),
    },
  ]);
}
