/** A pattern that can't be carried over exactly; the message says which part. */
export class PatternError extends Error {}

/** Reads a pattern code point by code point. */
export class PatternCursor {
  private readonly characters: readonly string[];
  private at = 0;

  constructor(readonly pattern: string) {
    this.characters = [...pattern];
  }

  get done(): boolean {
    return this.at >= this.characters.length;
  }

  peek(): string {
    return this.characters[this.at] ?? '';
  }

  next(): string {
    if (this.done) throw this.error('ends too early');
    return this.characters[this.at++]!;
  }

  /** Consumes `text` if it stands here. */
  take(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += [...text].length;
    return true;
  }

  startsWith(text: string): boolean {
    return this.characters
      .slice(this.at, this.at + text.length)
      .join('')
      .startsWith(text);
  }

  /** Consumes what `expression` (sticky) matches here, or nothing. */
  match(expression: RegExp): RegExpMatchArray | null {
    const found = this.characters.slice(this.at).join('').match(expression);
    if (found === null || found.index !== 0) return null;
    this.at += [...found[0]].length;
    return found;
  }

  error(problem: string): PatternError {
    return new PatternError(
      `the pattern ${JSON.stringify(this.pattern)} ${problem} (at character ${this.at})`,
    );
  }
}
