/** At which ids a model that speaks this template stops. */
import { auditDummy } from '../../conversation/audit.ts';
import { assistant, user } from '../../conversation/messages.ts';
import type { Tokenizer } from '../../tokenizer/index.ts';
import type { Dialect } from '../dialect.ts';
import { plainRequest } from '../requests.ts';
import { structureOf } from '../structure.ts';
import type { Subject } from '../subject.ts';

/**
 * Ids that the tokenizer's files name, where a turn of this template has one of them; else the template's own end
 * marker before them. Empty where a turn ends at no token.
 */
export function stopIdsOf(subject: Subject, dialect: Dialect, tokenizer: Tokenizer): number[] {
  const { stop } = structureOf(subject);
  const marker = stop === null ? null : tokenizer.addedTokenId(stop);
  const known = turnsOf(subject, dialect).some((turn) => {
    const ids = tokenizer.encode(turn).ids;
    return tokenizer.eosIds.some((id) => ids.includes(id));
  });
  return known || marker === null ? [...tokenizer.eosIds] : [marker, ...tokenizer.eosIds];
}

/** What the model samples for a call, and for an answer, as far as it renders. */
function turnsOf(subject: Subject, dialect: Dialect): string[] {
  const calling = auditDummy({ withId: dialect.callIds }).before;
  const answering = [user('dummy'), assistant({ content: 'dummy' })];
  return [calling, answering].flatMap((messages) => {
    const spelt = dialect.spell(messages);
    const tools = dialect.dummyTools;
    const asked = subject.render(plainRequest(spelt.slice(0, 1), { tools, addGenerationPrompt: true }));
    const done = subject.render(plainRequest(spelt, { tools }));
    return asked.ok && done.ok && done.text.startsWith(asked.text)
      ? [done.text.slice(asked.text.length)]
      : [];
  });
}

export interface Stopped {
  /** The ids through the first stop token behind `from`. */
  readonly ids: readonly number[];
  /** Where the stop token ends in the text. */
  readonly end: number;
}

/** Null where no stop token stands behind `from` (an index of ids). */
export function throughStop(
  { ids, ends }: { readonly ids: ArrayLike<number>; readonly ends: ArrayLike<number> },
  from: number,
  stopIds: readonly number[],
): Stopped | null {
  for (let index = from; index < ids.length; index += 1)
    if (stopIds.includes(ids[index]!))
      return { ids: Array.prototype.slice.call(ids, from, index + 1) as number[], end: ends[index]! };
  return null;
}

/** What stands behind the last stop token of a text; null where there is none. */
export function tailBehindStop(
  tokenizer: Tokenizer,
  text: string,
  stopIds: readonly number[],
): string | null {
  const { ids, ends } = tokenizer.encode(text);
  for (let index = ids.length - 1; index >= 0; index -= 1)
    if (stopIds.includes(ids[index]!)) return text.slice(ends[index]!);
  return null;
}
