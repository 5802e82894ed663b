/** Python's idea of a place in JSON text: lines and columns from 1, characters (code points) from 0. */
export interface JsonPosition {
  readonly line: number;
  readonly column: number;
  /** Code points before the place. */
  readonly char: number;
}

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

function codePoints(text: string): number {
  return text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);
}

/** The place of a UTF-16 offset. */
export function positionAt(text: string, offset: number): JsonPosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    line: before.split('\n').length,
    column: codePoints(before.slice(lineStart)) + 1,
    char: codePoints(before),
  };
}
