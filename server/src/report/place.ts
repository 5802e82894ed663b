/** Where findings are, as files and lines know it. */
import type { Span } from '../../../protocol/certification.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { CheckedTemplate } from './report.ts';

/** From 1, columns in UTF-16 units, the end exclusive. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function rangesIn(source: string): (span: Span) => Range {
  const lines = new LineIndex(source);
  return ({ start, end }) => {
    const from = lines.positionOf(start);
    const to = lines.positionOf(end);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  };
}

/** Lines of a template that is a text in a JSON file are not those of the file. */
export const hasOwnLines = ({ path }: Pick<CheckedTemplate, 'path'>) => !path.endsWith('.json');

/** A path as a URI reference: relative ones stay relative. */
export function uriOf(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  const encoded = slashed
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([A-Za-z])%3A\//, '/$1:/');
  return encoded.startsWith('/') ? `file://${encoded}` : encoded;
}
