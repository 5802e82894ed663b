/** HTML in which any text stays what it is. */
import { escapeUTF8 } from 'entities';

/** Markup that is ready: made only by `html`. */
export class Markup {
  constructor(readonly text: string) {}
}

export type Part = Markup | string | number | null | readonly Part[];

/** A template tag: what is put in is escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    strings.reduce((text, string, index) => text + written(parts[index - 1] ?? null) + string),
  );
}

function written(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(written).join('') : escapeUTF8(String(part));
}
