/** Sampled turns that a person can start from: the template's own, and each of them a little otherwise. */
import { eachTurn, variantsOf } from './variants.ts';
import type { SampledTurn } from './turn.ts';
import type { Place } from '../response/index.ts';
import type { Sampled } from './compare.ts';

export interface Offer {
  readonly id: string;
  readonly label: string;
  readonly sampled: SampledTurn;
}

export function offersOf(place: Place): Offer[] {
  return eachTurn(place, (turn, wanted, emitted) =>
    variantsOf(place, wanted, emitted).map(({ id, title, samples }) => ({
      id: `${turn} ${id}`,
      label: `${turn}: ${title}`,
      sampled: turnOf(place, samples[0]!),
    })),
  );
}

/** As text, unless its tokens are not those of the text. */
function turnOf({ subject }: Place, { text, sampledFrom, ids }: Sampled): SampledTurn {
  const own = text.slice(sampledFrom);
  const prompt = subject.encode(text.slice(0, sampledFrom))?.ids;
  const canonical = subject.encode(text)?.ids;
  if (ids === null || prompt === undefined || canonical === undefined) return { kind: 'text', text: own };
  const isText = ids.length === canonical.length && ids.every((id, index) => id === canonical[index]);
  const startsWithPrompt = prompt.every((id, index) => id === ids[index]);
  if (isText || !startsWithPrompt) return { kind: 'text', text: own };
  return { kind: 'ids', ids: [...ids.slice(prompt.length)] };
}
