import { differingMarkers, endOfTurn } from '../probes/endOfTurn.ts';
import { structureOf } from '../structure.ts';
import { faultProperty } from './faultProperty.ts';

export interface StopFault {
  /** `differs`: another marker where the turn is the last. `unknown`: no token of the tokenizer, or not among those that end generation. */
  readonly kind: 'differs' | 'not one token' | 'not an eos token';
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
generation: else the server goes on past it.`,
  examine({ subject }, examination) {
    const end = endOfTurn(subject);
    const { stop } = structureOf(subject);
    if (end === null || stop === null) {
      examination.cannotJudge('no marker ends an assistant turn');
      return;
    }
    examination.render(end.request);
    const fault = (kind: StopFault['kind'], last: string, historical: string, detail: string) =>
      examination.fault(
        {
          trajectory: 'the end of a turn',
          request: end.request,
          at: { start: end.at, end: end.at + end.last.length },
          detail,
        },
        end.site,
        { kind, last, historical },
      );
    const markers = differingMarkers(end);
    if (markers !== null) {
      const detail = `${markers.last} at the end, ${markers.historical} in history`;
      fault('differs', markers.last, markers.historical, detail);
    }
    if (subject.tokenizer === null) return;
    const { ids } = subject.tokenizer.encode(stop);
    const added = new Set(subject.tokenizer.addedTokens.map(({ id }) => id));
    // Several markers may end a turn together: the model stops at any that its configuration lists.
    const known = [...ids].filter((id) => added.has(id));
    if (known.length === 0) fault('not one token', stop, stop, `${stop} is not an added token`);
    else if (!known.some((id) => subject.tokenizer!.eosIds.includes(id))) {
      fault('not an eos token', stop, stop, `${stop} is not among the ids that end generation`);
    }
  },
});
