import type { Level } from '../../../../protocol/certification.ts';
import { siteAt } from '../blame/siteAt.ts';
import { endOfCall } from '../probes/endOfCall.ts';
import { differingMarkers, endOfTurn } from '../probes/endOfTurn.ts';
import { structureOf } from '../structure.ts';
import { faultProperty } from './faultProperty.ts';

export interface StopFault {
  /**
   * `differs`: another marker where the turn is the last. `not one token`, `not an eos token`: the tokenizer does not
   * have it, or its configuration does not list it among those that end generation. `call goes on`: that, of a turn
   * that ends in a call. `pad`: it is the padding token too.
   */
  readonly kind: 'differs' | 'not one token' | 'not an eos token' | 'call goes on' | 'pad';
  readonly last: string;
  readonly historical: string;
}

export const stopKnown = faultProperty<StopFault>({
  id: 'stop.known',
  title: 'The model can stop',
  definition:
    'an assistant turn ends in the same marker as the last turn and in history; the marker is one added token and among the eos ids',
  explanation: `A model stops at the marker that ends its turns. Where the last turn ends in another marker than the turns of
the history, a trainer that renders whole conversations teaches both, and what was sampled is not what stands there
later. With a tokenizer, the marker must also be a single added token that the model's configuration lists as an end of
generation (\`eos_token\` of tokenizer_config.json, \`eos_token_id\` of generation_config.json, which may be several): else the
server goes on past it. The same holds for what ends a turn with a call. And it must not be the padding token: trainers
that leave padding out of the loss then leave the stop token out too.`,
  examine({ subject, dialect }, examination) {
    const end = endOfTurn(subject);
    const { stop } = structureOf(subject);
    if (end === null || stop === null) {
      examination.cannotJudge('no marker ends an assistant turn');
      return;
    }
    examination.render(end.request);
    const fault = (
      kind: StopFault['kind'],
      last: string,
      historical: string,
      detail: string,
      level: Level = 'text',
    ) =>
      examination.fault(
        {
          trajectory: 'the end of a turn',
          request: end.request,
          at: { start: end.at, end: end.at + end.last.length },
          detail,
        },
        end.site ?? siteAt(subject, end.request, end.at + Math.max(end.last.indexOf(last), 0)),
        { kind, last, historical },
        level,
      );
    const markers = differingMarkers(end);
    if (markers !== null) {
      const detail = `${markers.last} at the end, ${markers.historical} in history`;
      fault('differs', markers.last, markers.historical, detail);
    }
    const { tokenizer } = subject;
    if (tokenizer === null) return;
    examination.comparedTokens();
    const tell = (kind: StopFault['kind'], marker: string, detail: string) =>
      fault(kind, marker, marker, detail, 'tokens');
    const added = new Set(tokenizer.addedTokens.map(({ id }) => id));
    // Several markers may end a turn together: the model stops at any that its configuration lists.
    const ending = markers?.last ?? stop;
    const known = [...tokenizer.encode(ending).ids].filter((id) => added.has(id));
    const stops = known.filter((id) => tokenizer.eosIds.includes(id));
    if (known.length === 0) tell('not one token', ending, `${ending} is not an added token`);
    else if (stops.length === 0)
      tell('not an eos token', ending, `${ending} is not among the ids that end generation`);
    const pad = tokenizer.addedTokenId(tokenizer.specialTokens.pad_token ?? '');
    if (pad !== null && stops.includes(pad)) tell('pad', ending, `${ending} is the padding token too`);
    const call = endOfCall(subject, dialect);
    if (call !== null && !ending.includes(call.marker)) {
      const id = tokenizer.addedTokenId(call.marker);
      if (id === null || tokenizer.eosIds.includes(id)) return;
      const { marker, request, at } = call;
      examination.fault(
        {
          trajectory: 'the end of a call',
          request,
          at: { start: at, end: at + marker.length },
          detail: `${marker} ends a call and is not among the ids that end generation`,
        },
        siteAt(subject, request, at),
        { kind: 'call goes on', last: marker, historical: marker },
        'tokens',
      );
    }
  },
});
