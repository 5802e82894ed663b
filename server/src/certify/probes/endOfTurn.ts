/** How the same assistant turn ends where it is the last one, and where another turn follows. */
import type { Span } from '../../../../protocol/certification.ts';
import type { RenderRequest } from '../../../../protocol/conversation.ts';
import { assistant, user } from '../../conversation/messages.ts';
import { tracedText } from '../blame/causes.ts';
import { culpritOf } from '../blame/culprit.ts';
import { siteAt } from '../blame/siteAt.ts';
import { sharedLength } from '../compare.ts';
import { lastMarker, markersIn } from '../markers.ts';
import { plainRequest } from '../requests.ts';
import { structureOf } from '../structure.ts';
import type { Subject } from '../subject.ts';

export interface EndOfTurn {
  /** Text behind the content of the turn: as the last of the conversation, and in history. */
  readonly last: string;
  readonly historical: string;
  readonly request: RenderRequest;
  /** Where both part, or where what only the last turn has begins; null where nothing differs. */
  readonly site: Span | null;
  /** Offset of `last` in the render of `request`. */
  readonly at: number;
}

const question = user('first question');
const answer = assistant({ content: 'first answer' });
const followUp = user('second question');

/** Null where the template does not render such turns, or does not show their content. */
export function endOfTurn(subject: Subject): EndOfTurn | null {
  const request = plainRequest([question, answer]);
  const later = plainRequest([question, answer, followUp]);
  const one = subject.render(request);
  const other = subject.render(later);
  if (!one.ok || !other.ok) return null;
  const at = behind(one.text, 'first answer');
  const from = behind(other.text, 'first answer');
  const to = other.text.indexOf('second question', from);
  if (at < 0 || from < 0 || to < 0) return null;
  const gap = other.text.slice(from, to);
  const header = structureOf(subject).turns.user?.header ?? '';
  const historical = gap.endsWith(header) ? gap.slice(0, gap.length - header.length) : gap;
  const last = one.text.slice(at);
  if (last === historical) return { last, historical, request, site: null, at };
  const shared = sharedLength(last, historical);
  const culprit = culpritOf(
    subject.program.template.source,
    tracedText(subject, request),
    tracedText(subject, later),
    sharedLength(one.text, other.text),
  );
  const site = culprit.kind === 'condition' ? culprit.span : siteAt(subject, request, at + shared);
  return { last, historical, request, site, at };
}

function behind(text: string, content: string): number {
  const start = text.lastIndexOf(content);
  return start < 0 ? -1 : start + content.length;
}

/**
 * The marker that ends the turn in each place; null where they are the same, or where history has none. `last` is empty
 * where the last turn is left open though `stop` ends the same turn in history.
 */
export function differingMarkers(
  { last, historical }: EndOfTurn,
  stop: string,
): { last: string; historical: string } | null {
  const one = markersIn(last)[0];
  const other = lastMarker(historical);
  if (other === null) return null;
  if (one === undefined)
    return last.trim() === '' && historical.trim() === stop.trim() ? { last: '', historical: other } : null;
  if (markersIn(historical).includes(one)) return null;
  return { last: one, historical: other };
}

/** What the end of the conversation carries beyond the end of its last turn; empty where it carries nothing. */
export function endOfConversation({ last, historical }: EndOfTurn): string {
  const extra = last.startsWith(historical) ? last.slice(historical.length) : '';
  return extra.trim() === '' ? '' : extra;
}
