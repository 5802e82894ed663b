/** Edits made one after the other, told as edits of the first text. */
import type { Edit } from '../../../protocol/certification.ts';

/**
 * `then` are edits of the text that `first` made. The result, applied to the original text, gives what both give in
 * turn: edits that touch text which an earlier edit wrote are joined with it.
 */
export function composeEdits(source: string, first: readonly Edit[], then: readonly Edit[]): Edit[] {
  return [...then]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce<Edit[]>((edits, edit) => composeOne(source, edits, edit), sorted(first));
}

function composeOne(source: string, edits: readonly Edit[], { span, text }: Edit): Edit[] {
  const before: Edit[] = [];
  const after: Edit[] = [];
  const touched: Edit[] = [];
  // `shift`: how much further right the edited text is than the original.
  let shift = 0;
  let shiftBefore = 0;
  let shiftThrough = 0;
  for (const edit of edits) {
    const start = edit.span.start + shift;
    const end = start + edit.text.length;
    shift += edit.text.length - (edit.span.end - edit.span.start);
    if (end < span.start || (end === span.start && span.end > span.start)) {
      before.push(edit);
      shiftBefore = shift;
    } else if (start > span.end || (start === span.end && span.end > span.start)) after.push(edit);
    else {
      touched.push(edit);
      shiftThrough = shift;
    }
  }
  if (touched.length === 0) {
    const at = { start: span.start - shiftBefore, end: span.end - shiftBefore };
    return [...before, { span: at, text }, ...after];
  }
  // In the original, the stretch from the first touched place to the last is written anew.
  const start = Math.min(span.start - shiftBefore, touched[0]!.span.start);
  const end = Math.max(span.end - shiftThrough, touched.at(-1)!.span.end);
  const stretch = rewritten(source, touched, start, end);
  const from = span.start - shiftBefore - start;
  const joined = stretch.slice(0, from) + text + stretch.slice(from + span.end - span.start);
  return [...before, { span: { start, end }, text: joined }, ...after];
}

/** The stretch `start .. end` of the original with edits inside it done. */
function rewritten(source: string, edits: readonly Edit[], start: number, end: number): string {
  let text = '';
  let at = start;
  for (const edit of edits) {
    text += source.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return text + source.slice(at, end);
}

const sorted = (edits: readonly Edit[]) => [...edits].sort((a, b) => a.span.start - b.span.start);
