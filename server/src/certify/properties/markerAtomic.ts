import { user } from '../../conversation/messages.ts';
import { plainRequest } from '../requests.ts';
import { structuralMarkers, type StructuralMarker } from '../probes/structuralMarkers.ts';
import { structureOf } from '../structure.ts';
import { siteAt } from '../blame/siteAt.ts';
import type { Subject } from '../subject.ts';
import { faultProperty, type Examination } from './faultProperty.ts';

export interface MarkerFault {
  readonly marker: string;
  /** `text`: turns have no marker at all; this is what they begin with. */
  readonly role: StructuralMarker['role'] | 'text';
  /** Ids it encodes to. */
  readonly ids: readonly number[];
}

export const markerAtomic = faultProperty<MarkerFault>({
  id: 'marker.atomic',
  title: 'Markers are single tokens',
  definition: 'T(marker) is one added token, for every marker that begins or ends a turn',
  explanation: `Markers that begin and end turns are found from renders, whatever the family. Each should be one added token of the
tokenizer: then it has the same id wherever it stands, no text merges with it, and nobody writes it by accident. Where it
is ordinary text, it is spelt with several tokens that depend on what stands beside it: trainers that search ids for it do
not find it, and a model has to spell it right. Markers inside a turn (around reasoning, calls, results) are looked at
too; the verdict is about turns. Needs a tokenizer.`,
  examine({ subject, dialect }, examination) {
    const { tokenizer } = subject;
    if (tokenizer === null) return examination.cannotJudge('a tokenizer is needed');
    examination.comparedTokens();
    const markers = structuralMarkers(subject, dialect).filter(({ role }) => role === 'turn');
    if (markers.length === 0) return headerOfText(subject, examination);
    for (const { text, request, at, role } of markers) {
      examination.render(request);
      const ids = [...tokenizer.encode(text).ids];
      if (isOneToken(tokenizer.addedTokenId(text), ids)) continue;
      examination.fault(
        {
          trajectory: 'turns and a tool step',
          request,
          at: { start: at, end: at + text.length },
          detail: `${text} is ${ids.length === 1 ? 'no added token' : `${ids.length} tokens`}`,
        },
        siteAt(subject, request, at),
        { marker: text, role, ids },
        'tokens',
      );
    }
  },
});

/** Without any marker, a header in words is what tells turns apart. */
function headerOfText(subject: Subject, examination: Examination<MarkerFault>): void {
  const { turns, opener } = structureOf(subject);
  const header = (turns.user?.header.trim() ?? '') || (opener ?? '');
  const request = plainRequest([user('first question')], { addGenerationPrompt: true });
  const at = header === '' ? -1 : (examination.text(request)?.indexOf(header) ?? -1);
  if (at < 0) return examination.cannotJudge('nothing that the template writes tells turns apart');
  const ids = [...(subject.encode(header)?.ids ?? [])];
  examination.fault(
    {
      trajectory: 'a user message',
      request,
      at: { start: at, end: at + header.length },
      detail: `turns have no marker: ${JSON.stringify(header)} is text of ${ids.length} tokens`,
    },
    siteAt(subject, request, at),
    { marker: header, role: 'text', ids },
    'tokens',
  );
}

/** Markers inside a turn that are no single token. */
export function spelledMarkers(
  subject: Subject,
  dialect: Parameters<typeof structuralMarkers>[1],
): readonly StructuralMarker[] {
  const { tokenizer } = subject;
  if (tokenizer === null) return [];
  return structuralMarkers(subject, dialect).filter(
    ({ text, role }) =>
      role === 'inside' && !isOneToken(tokenizer.addedTokenId(text), [...tokenizer.encode(text).ids]),
  );
}

const isOneToken = (id: number | null, ids: readonly number[]) => ids.length === 1 && ids[0] === id;
