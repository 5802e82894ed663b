/** What closes a turn, and turns that nothing closes. */
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import type { Run } from '../../jinja/index.ts';
import { closesWithin, firstMarker, lastMarker } from '../markers.ts';
import type { Structure } from '../structure.ts';
import type { Subject } from '../subject.ts';

/** The end marker of the turns that a header begins; null where it is not known. */
export function closerOf({ turns, opener, stop }: Structure, header: string): string | null {
  // Where the user's header is written by the turn before it, that header ends the turn: which one depends on who follows.
  const ofAssistant = turns.user?.header.trim() === '' ? null : lastMarker(stop ?? '');
  const ofUser = lastMarker(turns.user?.tail ?? '');
  if (header === opener) return ofAssistant;
  return header === turns.user?.header.trim() || ofAssistant === ofUser ? ofUser : null;
}

/** The end marker that should stand in the body of a turn and does not; null where the turn is closed. */
export function closerMissing(structure: Structure, header: string, body: string): string | null {
  const expected = closerOf(structure, header);
  if (expected === null || body.includes(expected)) return null;
  const last = lastMarker(body);
  const closesOtherwise =
    last !== null &&
    body.trimEnd().endsWith(last) &&
    !closesWithin(last, body.slice(0, body.lastIndexOf(last)));
  return closesOtherwise ? null : expected;
}

/** Turns that one message consists of: some templates close the last of them only, by design. Others close each. */
export class TurnsThatGoOn {
  private closesEach = false;
  private readonly left: (() => void)[] = [];

  closed(): void {
    this.closesEach = true;
  }

  open(report: () => void): void {
    this.left.push(report);
  }

  report(): void {
    if (this.closesEach) for (const report of this.left) report();
  }
}

/**
 * Turns behind which another one is opened though the end marker of all turns does not stand between: of tools and
 * system messages, whose headers need not be known, and turns with a call whose answer is a turn of its own. `last`:
 * offset of the last unit of their text.
 */
export function turnsLeftOpen(
  structure: Structure,
  subject: Subject,
  request: RenderRequest,
  text: string,
): { marker: string; last: number }[] {
  const { turns, opener } = structure;
  const marker = closerOf(structure, opener ?? '');
  if (marker === null || lastMarker(turns.user?.tail ?? '') !== marker) return [];
  const headers: Readonly<Record<string, string | undefined>> = {
    user: turns.user?.header.trim(),
    assistant: opener ?? '',
  };
  const runs = subject.trace(request).trace?.runs() ?? [];
  const shown = firstTime(runs.filter(showsTurn));
  const { messages } = request.conversation;

  /** Up to the header of the next turn; null where none is opened. */
  const untilNext = (index: number, own: Run): string | null => {
    const header = headers[messages[index + 1]?.role ?? ''] ?? '';
    const next = shown.find(({ message, start }) => message === index + 1 && start >= own.end);
    const gap = next === undefined ? '' : text.slice(own.end, next.start);
    return firstMarker(header) !== null && gap.includes(header) ? gap.slice(0, gap.indexOf(header)) : null;
  };
  /** What the message itself writes behind its text. */
  const ownTail = (index: number, own: Run): string => {
    const after = runs.slice(runs.indexOf(own) + 1);
    const foreign = after.findIndex(({ message }) => message !== index);
    const tail = foreign < 0 ? after : after.slice(0, foreign);
    return text.slice(own.end, tail.at(-1)?.end ?? own.end);
  };
  const behindCall = (index: number, own: Run): string | null => {
    const answer = shown.findLast(({ message }) => message === index + 1);
    const isTurn = answer !== undefined && untilNext(index + 1, answer)?.includes(marker) === true;
    // The next message may close the turn before it.
    const isClosedLate = isTurn && text.slice(own.end, answer.start).includes(marker);
    return isTurn && !isClosedLate ? ownTail(index, own) : null;
  };

  return messages.flatMap(({ role }, index) => {
    const own = shown.findLast(({ message }) => message === index);
    if (own === undefined) return [];
    const isCall = role === 'assistant' && messages[index + 1]?.role === 'tool';
    const behind = isCall
      ? behindCall(index, own)
      : hasTurn(structure, role, marker)
        ? untilNext(index, own)
        : null;
    if (behind === null) return [];
    const begun = text.lastIndexOf(marker, own.start) + 1;
    const isOpen = closerMissing(structure, opener ?? '', text.slice(begun, own.end) + behind) !== null;
    return isOpen ? [{ marker, last: own.end - 1 }] : [];
  });
}

/** System messages often are text before all turns: those that are closed like a turn are one. */
const hasTurn = ({ turns }: Structure, role: string, marker: string) =>
  role === 'tool' || (role === 'system' && lastMarker(turns.system?.tail ?? '') === marker);

/** Whether a run shows what a turn consists of. */
export const showsTurn = ({ path }: Run): boolean =>
  path !== null && /\.(content|reasoning_content|reasoning|thinking)\b|tool_calls/.test(path.toString());

/** What is shown of an input again is a quotation of it. */
export const firstTime = (runs: readonly Run[]) =>
  runs.filter(
    (run, index) => runs.findIndex(({ path }) => path?.toString() === run.path?.toString()) === index,
  );
