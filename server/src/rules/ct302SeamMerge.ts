import type { Finding } from '../../../protocol/certification.ts';
import type { Analysis } from '../certify/analysis.ts';
import { endOf } from '../certify/markers.ts';
import { deltaConcat } from '../certify/properties/deltaConcat.ts';
import type { Fault } from '../certify/properties/faultProperty.ts';
import { seamMerge, type SeamFault } from '../certify/properties/seamMerge.ts';
import { faultFinding } from './faultFinding.ts';
import { defineRule } from './rule.ts';
import { quote } from './wording.ts';

export interface SeamPayload {
  /** `junction`: the seam is that of a finished turn and what is appended. */
  readonly kind: SeamFault['kind'] | 'junction';
  readonly end: string;
  /** How the answers begin, and the ids that change. */
  readonly answers: readonly {
    readonly begins: string;
    readonly removed: readonly number[];
    readonly inserted: readonly number[];
  }[];
}

export const ct302SeamMerge = defineRule<SeamPayload>({
  code: 'CT302',
  title: 'Texts merge where they meet',
  by: ['tokens'],
  severity: { serving: 'information', sft: 'warning', rl: 'error' },
  explanation: `The ids of prompt and answer, encoded apart, are not the ids of both encoded together. A model samples behind the ids of
the prompt alone; training data that is encoded as one text has other ids there, trainers that encode message by message
have others still, and a search for the ids of the response marker fails. The same is told of the seam between a finished
turn and the tool or user message that is appended.

Information where only answers that begin with a blank merge, mostly with the newline that the prompt ends in: models
seldom begin so. An error where ordinary answers do; a warning where a tokenizer of the SentencePiece kind puts a blank
before each answer that is encoded alone, and for the seam behind a finished turn. Keeping sampled ids as they are is not affected.`,
  repair: 'Let the prompt end in a control token, or keep sampled ids instead of encoding text again.',
  find: (analysis) => {
    const groups = new Map<string, Fault<SeamFault>[]>();
    for (const fault of analysis.factsOf(seamMerge).faults) {
      const place = `${fault.site?.start ?? -1} ${fault.data.kind}`;
      groups.set(place, [...(groups.get(place) ?? []), fault]);
    }
    return [...[...groups.values()].map((faults) => seamFinding(analysis, faults)), ...junction(analysis)];
  },
});

const either = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;

function seamFinding(analysis: Analysis, faults: readonly Fault<SeamFault>[]): Finding {
  const [first] = faults;
  const shown = faults.find(({ data }) => !data.probe.blank) ?? first!;
  const { kind, removed, inserted, end, probe } = shown.data;
  const begins = [...new Set(faults.map(({ data }) => data.probe.begins))];
  const several = begins.length > 4 ? [...begins.slice(0, 3), `in ${begins.length - 3} other ways`] : begins;
  const ids = `ids ${removed.join(', ')} become ${inserted.join(', ')}`;
  const message =
    kind === 'merge'
      ? `The end of the prompt merges with an answer that begins with ${either(several)}: in ${quote(end + probe.text)}, ${ids}.`
      : `Encoded alone, an answer that begins with ${either(several)} has other ids than behind this prompt: ${ids}.`;
  const data: SeamPayload = {
    kind,
    end,
    answers: faults.map(({ data: { probe: answer, ...changed } }) => ({
      begins: answer.begins,
      removed: changed.removed,
      inserted: changed.inserted,
    })),
  };
  const isSeldom = faults.every(({ data: { probe: answer } }) => answer.blank);
  const severity = isSeldom ? 'information' : kind === 'merge' ? 'error' : 'warning';
  return faultFinding(analysis, { site: shown.site, data }, { code: 'CT302', severity, message });
}

/** A finished turn and what is appended: told once, for it is the same template text in each conversation. */
function junction(analysis: Analysis): Finding[] {
  const [first] = analysis.factsOf(deltaConcat).faults;
  if (first === undefined) return [];
  const { removed, inserted } = first.data;
  const { trajectory, request, at } = first.witness;
  const rendered = analysis.subject.render(request);
  const end = rendered.ok ? endOf(rendered.text.slice(0, at?.start)) : '';
  const message = `What is appended to a finished turn has other ids encoded alone than behind ${quote(end)}: ids ${removed.join(', ')} ${inserted.length === 0 ? 'vanish' : `become ${inserted.join(', ')}`} (${trajectory}).`;
  const data: SeamPayload = { kind: 'junction', end, answers: [{ begins: 'the delta', removed, inserted }] };
  return [
    faultFinding(analysis, { site: first.site, data }, { code: 'CT302', severity: 'warning', message }),
  ];
}
