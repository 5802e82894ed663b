/** Parts of a format as regular expressions that Python reads the same way. */
import type { Edge, ResponseFormat, SlotKind } from '../format.ts';
import { literalOf } from '../literal.ts';

/** Edges of a format by the kinds of their slots. */
export class Edges {
  constructor(private readonly format: ResponseFormat) {}

  into(...kinds: readonly SlotKind[]): Edge[] {
    return this.all().filter(({ to }) => kinds.includes(this.kind(to)));
  }

  from(...kinds: readonly SlotKind[]): Edge[] {
    return this.all().filter(({ from }) => kinds.includes(this.kind(from)));
  }

  between(from: SlotKind, to: SlotKind): Edge[] {
    return this.all().filter((edge) => this.kind(edge.from) === from && this.kind(edge.to) === to);
  }

  private all(): Edge[] {
    return [...this.format.edges.values()].flat();
  }

  private kind(slot: string): SlotKind {
    return this.format.slots.get(slot)!.kind;
  }
}

/** What all begin with, whole markers only; empty where there are none. */
export const commonPrefix = (texts: readonly string[]) => shared(texts).replace(/<[^<>]*$/, '');

/** What all end with, whole markers only. */
export function commonSuffix(texts: readonly string[]): string {
  const mirrored = texts.map((text) => [...text].reverse().join(''));
  return [...shared(mirrored)]
    .reverse()
    .join('')
    .replace(/^[^<]*>/, '');
}

function shared(texts: readonly string[]): string {
  return texts.reduce((one, other) => {
    let length = 0;
    while (length < one.length && one[length] === other[length]) length += 1;
    return one.slice(0, length);
  }, texts[0] ?? '');
}

/** What stands before the first slot, of that what the generation prompt has not written yet; null: it wrote another. */
export function sampledOpener({ literal: { text } }: Edge, { prefill }: ResponseFormat): string | null {
  if (text.startsWith(prefill)) return text.slice(prefill.length);
  return prefill.startsWith(text.trimEnd()) ? '' : null;
}

/** Of a text at the end of a turn, what stands before the stop token. */
export function beforeStop(text: string, { stops }: ResponseFormat): string {
  const found = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0);
  return text.slice(0, Math.min(...found, text.length));
}

/** A text of the template, blanks at its edges taken as far as they are there. */
export function literally(text: string): string {
  const { lead, core, trail } = literalOf(text);
  return `${optional(lead)}${core}${optional(trail)}`;
}

/** The same, digits of counted calls left open. */
export function edgePattern({ literal: { lead, core, trail } }: Edge): string {
  return `${optional(lead)}${core}${optional(trail)}`;
}

const optional = (blanks: string) =>
  [...blanks].map((blank) => `${JSON.stringify(blank).slice(1, -1)}?`).join('');

export const either = (patterns: readonly string[]) => {
  const distinct = [...new Set(patterns)].sort((one, other) => other.length - one.length);
  return distinct.length === 1 ? distinct[0]! : `(?:${distinct.join('|')})`;
};
