/** How much of the first render the second one keeps. */
import type { Level } from '../../../protocol/certification.ts';
import type { TokenDiffModel } from '../../../protocol/views.ts';

export interface Kept {
  readonly unit: 'token' | 'character';
  readonly shared: number;
  /** Of the first render. */
  readonly total: number;
  readonly appended: number;
}

/** Counts tokens where there are ids, else UTF-16 units of text. */
export function keptOf({ before, after, divergence }: TokenDiffModel): Kept {
  if (hasIds(before.tokens) || hasIds(after.tokens)) {
    const total = before.tokens.length;
    const shared = divergence?.before ?? total;
    return { unit: 'token', shared, total, appended: after.tokens.length - (divergence?.after ?? total) };
  }
  const shared = sharedPrefix(before.text, after.text);
  return { unit: 'character', shared, total: before.text.length, appended: after.text.length - shared };
}

/** What broke first; null where nothing did. Ids can differ though the text is the same. */
export function brokenLevel({ preserved, before, after }: TokenDiffModel): Level | null {
  if (preserved) return null;
  return after.text.startsWith(before.text) ? 'tokens' : 'text';
}

export function hasIds(tokens: TokenDiffModel['before']['tokens']): boolean {
  return tokens.some(({ id }) => id >= 0);
}

function sharedPrefix(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** `1 token`, `12,345 tokens`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
