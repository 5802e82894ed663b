import type { Span } from './ast.ts';
import type { TokenStream } from './stream.ts';
import type { Token } from './tokens.ts';

/**
 * What Python's recursive parser has room for, in its call frames. A template that is nested deeper fails in
 * Python with RecursionError, and would exhaust our stack.
 */
const MOST_FRAMES = 975;

/** Python's cost of one level of nesting. */
export const FRAMES = { bracket: 13.4, statement: 4, prefix: 2 } as const;

/** What all parts of the parser share: the tokens, the numbering of nodes and the depth reached. */
export class Builder {
  nodeCount = 0;
  /** Where `set` or `for` assigns to `loop`. */
  readonly loopTargets: Span[] = [];
  private frames = 0;

  constructor(readonly tokens: TokenStream) {}

  /** Takes the next node id. */
  id(): number {
    return this.nodeCount++;
  }

  /** From `start` to the end of the last token read. */
  from(start: number): Span {
    return { start, end: this.tokens.lastEnd };
  }

  /** Parses one level deeper; fails where Python runs out of stack. */
  nested<T>(frames: number, parse: () => T): T {
    this.frames += frames;
    if (this.frames > MOST_FRAMES)
      this.tokens.fail('maximum recursion depth exceeded', this.tokens.here(), 'RecursionError');
    const parsed = parse();
    this.frames -= frames;
    return parsed;
  }
}

export function spanOf(token: Token): Span {
  return { start: token.start, end: token.end };
}
