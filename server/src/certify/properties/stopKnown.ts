import type { Level } from '../../../../protocol/certification.ts';
import { siteAt } from '../blame/siteAt.ts';
import { endOfCall, type EndOfCall } from '../probes/endOfCall.ts';
import { firstMarker } from '../markers.ts';
import { differingMarkers, endOfTurn, type EndOfTurn } from '../probes/endOfTurn.ts';
import { structureOf } from '../structure.ts';
import type { Subject } from '../subject.ts';
import { faultProperty, type Examination } from './faultProperty.ts';

export interface StopFault {
  /**
   * `differs`: another marker where the turn is the last. `not one token`, `not an eos token`: the tokenizer does not
   * have it, or its configuration does not list it among those that end generation. `call goes on`: that, of a turn
   * that ends in a call. `generation goes on`: it is the eos token, and generation_config.json lists others. `pad`: it is the padding token too. `two ends`: generation ends twice, `last` is the second.
   * `no end`: nothing ends the turn but what begins the next, which is `last`.
   */
  readonly kind:
    | 'differs'
    | 'not one token'
    | 'not an eos token'
    | 'call goes on'
    | 'generation goes on'
    | 'pad'
    | 'two ends'
    | 'no end';
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
server goes on past it. \`generate\` of transformers goes by generation_config.json alone, where that lists any. The same
holds for what ends a turn with a call. A turn that ends in two such tokens ends at the
first, and the second is never sampled; one that ends in none is ended by the header of the next turn, which nobody
trains. And it must not be the padding token: trainers
that leave padding out of the loss then leave the stop token out too.`,
  examine({ subject, dialect }, examination) {
    const end = endOfTurn(subject);
    const { stop } = structureOf(subject);
    const unmarked = end?.last.trim() === '' && stop === null;
    if (end === null || (stop === null && (!unmarked || subject.tokenizer === null))) {
      examination.cannotJudge('no marker ends an assistant turn');
      return;
    }
    examination.render(end.request);
    if (subject.tokenizer !== null) examination.comparedTokens();
    const turn: Turn = { subject, examination, end };
    if (stop === null) {
      const next = firstMarker(structureOf(subject).turns.user?.header ?? '') ?? '';
      report(turn, { kind: 'no end', last: next, historical: next }, 'no marker ends an assistant turn');
      return;
    }
    const markers = differingMarkers(end, stop);
    if (markers !== null) {
      const detail = `${markers.last} at the end, ${markers.historical} in history`;
      report(turn, { kind: 'differs', ...markers }, detail, 'text');
    }
    const ending = markers === null || markers.last === '' ? stop : markers.last;
    judgeEnding(turn, ending);
    judgeCall(turn, endOfCall(subject, dialect), ending);
  },
});

interface Turn {
  readonly subject: Subject;
  readonly examination: Examination<StopFault>;
  readonly end: EndOfTurn;
}

function report(
  { subject, examination, end }: Turn,
  fault: StopFault,
  detail: string,
  level: Level = 'tokens',
): void {
  const at = fault.kind === 'no end' ? end.at - 1 : end.at + Math.max(end.last.indexOf(fault.last), 0);
  const site = (fault.kind === 'differs' ? end.site : null) ?? siteAt(subject, end.request, at);
  examination.fault(
    {
      trajectory: 'the end of a turn',
      request: end.request,
      at: { start: end.at, end: end.at + end.last.length },
      detail,
    },
    site,
    fault,
    level,
  );
}

/** Several markers may end a turn together: the model stops at the first that its configuration lists. */
function judgeEnding(turn: Turn, ending: string): void {
  const { tokenizer } = turn.subject;
  if (tokenizer === null) return;
  const tell = (kind: StopFault['kind'], detail: string, last = ending) =>
    report(turn, { kind, last, historical: ending }, `${ending} ${detail}`);
  const added = new Map(tokenizer.addedTokens.map(({ id, content }) => [id, content]));
  const known = [...tokenizer.encode(ending).ids].filter((id) => added.has(id));
  const stops = [...new Set(known.filter((id) => tokenizer.eosIds.includes(id)))];
  if (known.length === 0) return tell('not one token', 'is not an added token');
  if (stops.length === 0) return tell('not an eos token', 'is not among the ids that end generation');
  const { generationEosIds } = tokenizer;
  if (generationEosIds !== null && !stops.some((id) => generationEosIds.includes(id)))
    tell('generation goes on', 'is the eos_token, and generation_config.json lists others');
  const [, second] = stops;
  if (second !== undefined) tell('two ends', 'ends generation twice', added.get(second));
  const pad = tokenizer.addedTokenId(tokenizer.specialTokens.pad_token ?? '');
  if (pad !== null && stops[0] === pad) tell('pad', 'is the padding token too');
}

function judgeCall({ subject, examination }: Turn, call: EndOfCall | null, ending: string): void {
  const { tokenizer } = subject;
  if (tokenizer === null || call === null || ending.includes(call.marker)) return;
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
