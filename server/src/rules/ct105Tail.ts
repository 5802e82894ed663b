import { stopTail, type TailFault } from '../certify/properties/stopTail.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

export interface TailPayload extends TailFault {
  /** What whoever appends to sampled ids has to put before the delta; null where nothing of the kind is needed. */
  readonly splice_suffix: { readonly text: string; readonly ids: readonly number[] | null } | null;
}

export const ct105Tail = defineRule<TailPayload>({
  code: 'CT105',
  title: 'Text behind the end marker',
  by: ['renders', 'tokens'],
  severity: { serving: 'information', sft: 'warning', rl: 'error' },
  explanation: `The template writes something behind the marker that ends an assistant turn. The model never samples it. Behind
every turn (mostly a newline) it is information: a buffer of sampled ids has to be given this tail before the next
delta; with a tokenizer the finding tells its ids, and its data carries them as \`splice_suffix\`. Only at the end of the
conversation (an end-of-text token where no generation prompt is asked for) it is an error: it vanishes once a message
follows, so that no append preserves the prefix.`,
  repair: 'Drop what stands only at the end of a conversation; pass the tail of turns on to whoever appends.',
  find: (analysis) =>
    analysis.factsOf(stopTail).faults.map((fault) => {
      const { kind, text, ids } = fault.data;
      const atEnd = kind === 'conversation';
      const message = atEnd
        ? `${quote(text)} is written where the conversation ends, and vanishes once a message follows.`
        : `${quote(text)}${ids === null ? '' : ` (${listedIds(ids)})`} follows the end marker of every assistant turn: the model never samples it, so that it must be appended before the next message.`;
      const data: TailPayload = { ...fault.data, splice_suffix: atEnd ? null : { text, ids } };
      return faultFinding(
        analysis,
        { site: fault.site, data },
        {
          code: 'CT105',
          severity: atEnd ? 'error' : 'information',
          message,
        },
      );
    }),
});

const listedIds = (ids: readonly number[]) => `${ids.length === 1 ? 'id' : 'ids'} ${ids.join(', ')}`;
