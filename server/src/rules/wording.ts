/** How findings speak of text, tokens, messages and conditions. */
import type { Span } from '../../../protocol/certification.ts';
import type { Cause } from '../certify/blame/causes.ts';
import type { Subject } from '../certify/subject.ts';

/** Longest quotation, in UTF-16 units. */
const longest = 60;

/** Text in double quotes with escapes, cut in the middle when it is long. */
export function quote(text: string): string {
  const shown = text.length <= longest ? text : `${text.slice(0, longest / 2)}…${text.slice(-longest / 2)}`;
  return JSON.stringify(shown).replace(invisible, escaped);
}

/** Byte order marks, zero-width and direction marks: a person would look at empty quotes. */
const invisible = /[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g;
const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16)}`;

/** A piece of the template on one line, in backquotes. */
export function code(source: string, { start, end }: Span): string {
  const line = source.slice(start, end).replace(/\s+/g, ' ').trim();
  if (line === '') return `the blank ${quote(source.slice(start, end))}`;
  return `\`${line.length <= 80 ? line : `${line.slice(0, 79)}…`}\``;
}

export function messageName(index: number): string {
  return index < 0 ? 'this render' : `messages[${index}]`;
}

/** Ids of the tokens that overlap a stretch of a text; null without a tokenizer. */
export function idsIn(subject: Subject, text: string, { start, end }: Span): number[] | null {
  const encoding = subject.encode(text);
  if (encoding === null) return null;
  return [...encoding.ids].filter(
    (_, index) => encoding.starts[index]! < end && encoding.ends[index]! > start,
  );
}

/** A stretch of a text with all of the tokens that it lies in; as it is without a tokenizer. */
export function wholeTokens(subject: Subject, text: string, span: Span): Span {
  const encoding = subject.encode(text);
  if (encoding === null) return span;
  const { starts, ends } = encoding;
  const touched = [...encoding.ids.keys()].filter((at) => starts[at]! < span.end && ends[at]! > span.start);
  return {
    start: Math.min(span.start, ...touched.map((at) => starts[at]!)),
    end: Math.max(span.end, ...touched.map((at) => ends[at]!)),
  };
}

/** `3 of 41 tokens`, or units of text where no tokenizer is. */
export function sharedPrefix({ smallest }: Cause, beforeLength: number): string {
  const { sharedTokens, totalTokens, textOffset } = smallest.witness.divergence;
  return sharedTokens === null
    ? `${textOffset} of ${beforeLength} characters`
    : `${sharedTokens} of ${totalTokens} tokens`;
}

/** `because a changed from True to False and b from 1 to 2`; empty where nothing is known. */
export function because({ culprit }: Cause, source: string): string {
  const changes = culprit.because.map(
    ({ span, before, after }) => `${code(source, span)} changed from ${before} to ${after}`,
  );
  return changes.length === 0 ? '' : `, because ${changes.join(' and ')}`;
}

/** `a, b and c` */
export const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

export const python = (value: boolean) => (value ? 'true' : 'false');

/** Where no place can be named: the first line, so that the editor does not underline everything. */
export function wholeTemplate(source: string): Span {
  const end = source.search(/[\r\n]/);
  return { start: 0, end: end < 0 ? source.length : end };
}
