/** Applying edits to a template. */
import type { Edit } from '../../../protocol/certification.ts';

/** The source with all edits done. They may come in any order and must not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce(
      (text, { span, text: inserted }) => text.slice(0, span.start) + inserted + text.slice(span.end),
      source,
    );
}
