import { propertyClass } from './regex/properties.ts';
import { translatePattern } from './regex/translate.ts';
import { WORD } from './text/wordCharacter.ts';
import type { AddedToken } from './types.ts';

interface TrieNode {
  readonly next: Map<number, TrieNode>;
  token: AddedToken | null;
}

const SPACE = propertyClass('space')!;
const IS_SPACE = new RegExp(`^${SPACE}$`, 'v');
const IN_WORD = translatePattern(WORD);
const ENDS_IN_WORD = new RegExp(`${IN_WORD}$`, 'v');
const STARTS_WITH_WORD = new RegExp(`^${IN_WORD}`, 'v');

/** Takes stretches of text in order: an added token, or null for text between. */
export type StretchVisitor = (from: number, to: number, token: AddedToken | null) => void;

/** Finds added tokens in text: the leftmost, and of those that start there the longest. */
export class AddedTokenSplitter {
  private readonly root: TrieNode = { next: new Map(), token: null };
  /** By UTF-16 unit: whether some token begins with it. */
  private readonly begins = new Uint8Array(0x10000);
  /** The unit that all tokens begin with; null where they don't begin alike. */
  private readonly beginsWith: string | null;
  readonly isEmpty: boolean;

  /** `spelling`: the text to look for, which differs from the content where tokens are normalised. */
  constructor(tokens: readonly AddedToken[], spelling: (token: AddedToken) => string) {
    for (const token of tokens) this.add(spelling(token), token);
    const [first, ...others] = this.root.next.keys();
    this.isEmpty = first === undefined;
    this.beginsWith = first === undefined || others.length > 0 ? null : String.fromCharCode(first);
  }

  split(text: string, visit: StretchVisitor): void {
    let done = 0;
    for (let at = this.candidate(text, 0); at < text.length; at = this.candidate(text, at)) {
      const found = this.longestAt(text, at);
      if (found === null) {
        at++;
        continue;
      }
      const { token, end } = found;
      const start = at;
      at = end;
      if (token.singleWord && isInsideWord(text, start, end)) continue;
      // A token before may have taken spaces up to here, or beyond.
      const from = Math.max(token.lstrip ? start - spacesBefore(text, start, done) : start, done);
      const to = Math.max(token.rstrip ? end + spacesAfter(text, end) : end, done);
      if (done < from) visit(done, from, null);
      visit(from, to, token);
      done = to;
    }
    if (done < text.length) visit(done, text.length, null);
  }

  /** The first place from `from` on where a token may begin; the end where there is none. */
  private candidate(text: string, from: number): number {
    if (this.beginsWith !== null) {
      const at = text.indexOf(this.beginsWith, from);
      return at < 0 ? text.length : at;
    }
    let at = from;
    while (at < text.length && this.begins[text.charCodeAt(at)] === 0) at++;
    return at;
  }

  private add(spelling: string, token: AddedToken): void {
    if (spelling === '') return;
    let node = this.root;
    for (let at = 0; at < spelling.length; at++) {
      const unit = spelling.charCodeAt(at);
      let next = node.next.get(unit);
      if (next === undefined) node.next.set(unit, (next = { next: new Map(), token: null }));
      node = next;
    }
    node.token ??= token;
    this.begins[spelling.charCodeAt(0)] = 1;
  }

  private longestAt(text: string, start: number): { token: AddedToken; end: number } | null {
    let node = this.root;
    let found: { token: AddedToken; end: number } | null = null;
    for (let at = start; at < text.length; at++) {
      const next = node.next.get(text.charCodeAt(at));
      if (next === undefined) break;
      node = next;
      if (node.token !== null) found = { token: node.token, end: at + 1 };
    }
    return found;
  }
}

function isInsideWord(text: string, start: number, end: number): boolean {
  return (
    ENDS_IN_WORD.test(text.slice(Math.max(0, start - 2), start)) ||
    STARTS_WITH_WORD.test(text.slice(end, end + 2))
  );
}

/** Every space is one UTF-16 unit. */
function spacesBefore(text: string, start: number, limit: number): number {
  let at = start;
  while (at > limit && IS_SPACE.test(text[at - 1]!)) at--;
  return start - at;
}

function spacesAfter(text: string, end: number): number {
  let at = end;
  while (at < text.length && IS_SPACE.test(text[at]!)) at++;
  return at - end;
}
