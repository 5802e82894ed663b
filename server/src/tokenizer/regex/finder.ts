import { literal } from './escapes.ts';
import { translatePattern } from './translate.ts';

/** What to look for: text as it stands, or a pattern of the Oniguruma dialect. */
export type Pattern = { readonly text: string } | { readonly regex: string };

/** Finds the matches of a pattern from left to right. */
export class Finder {
  /** Of the last match found. */
  start = 0;
  end = 0;
  private readonly sticky: RegExp;
  private readonly global: RegExp;

  constructor(pattern: Pattern) {
    const source =
      'text' in pattern ? [...pattern.text].map(literal).join('') : translatePattern(pattern.regex);
    this.sticky = new RegExp(source, 'vy');
    this.global = new RegExp(source, 'vg');
  }

  /** The first match that starts at `from` or later; false if there is none. */
  find(text: string, from: number): boolean {
    // The patterns in use match nearly everywhere; `test` at one place makes no match object.
    this.sticky.lastIndex = from;
    if (this.sticky.test(text)) {
      this.start = from;
      this.end = this.sticky.lastIndex;
      return true;
    }
    this.global.lastIndex = from;
    for (let found = this.global.exec(text); found !== null; found = this.global.exec(text)) {
      this.start = found.index;
      this.end = found.index + found[0].length;
      if (!isInsidePair(text, found.index)) return true;
      this.global.lastIndex = found.index + 1;
    }
    return false;
  }
}

/** Engines do match nothing wide between the halves of a surrogate pair, which is no place in the text. */
function isInsidePair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
