/** Building ropes of provenance: every function is O(1) but for the number of parts given. */
import type { Span } from '../syntax/ast.ts';
import type { InputPath } from '../values/types.ts';
import type { Leaf, Provenance } from './provenance.ts';

/** Text of unknown origin, until `{{ }}` that prints it gives it a site. */
export function unknownLeaf(length: number): Leaf {
  return { kind: 'leaf', length, site: null, path: null, offset: -1 };
}

/** An input string as it is. */
export function inputLeaf(length: number, path: InputPath): Leaf {
  return { kind: 'leaf', length, site: null, path, offset: 0 };
}

/** Text made from an input value, not a copy of it. */
export function madeLeaf(length: number, path: InputPath | null, site: Span | null): Leaf {
  return { kind: 'leaf', length, site, path, offset: -1 };
}

/** A string literal of the template. */
export function literalLeaf(length: number, site: Span): Leaf {
  return { kind: 'leaf', length, site, path: null, offset: -1 };
}

export function join(parts: readonly Provenance[]): Provenance {
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only !== undefined) return only;
  let length = 0;
  for (const part of parts) length += part.length;
  return { kind: 'joined', length, parts };
}

export function slice(of: Provenance, start: number, end: number): Provenance {
  if (start === 0 && end === of.length) return of;
  if (of.kind === 'leaf') return sliceLeaf(of, start, end);
  if (of.kind === 'sliced') return slice(of.of, of.start + start, of.start + end);
  if (of.kind === 'chosen') {
    const { message, decision } = of;
    return { kind: 'chosen', length: end - start, of: slice(of.of, start, end), message, decision };
  }
  return { kind: 'sliced', length: end - start, of, start };
}

export function sliceLeaf(leaf: Leaf, start: number, end: number): Leaf {
  const { site, path, offset } = leaf;
  return { kind: 'leaf', length: end - start, site, path, offset: offset < 0 ? -1 : offset + start };
}

/** A value that was chosen under a decision. One that was chosen before keeps that. */
export function choose(of: Provenance, message: number, decision: number): Provenance {
  return of.kind === 'chosen' ? of : { kind: 'chosen', length: of.length, of, message, decision };
}

/** The body of a `generation` block. */
export function generated(of: Provenance): Provenance {
  return { kind: 'generated', length: of.length, of };
}

/** How many ropes `originOf` looks into before it gives up. */
const LOOK = 32;

/** The first leaf with an input path (else the first with a site): what a text made from this one is said to be made from. */
export function originOf(provenance: Provenance): { path: InputPath | null; site: Span | null } {
  if (provenance.kind === 'leaf') return provenance;
  if (provenance.kind === 'chosen' && provenance.of.kind === 'leaf') return provenance.of;
  const pending: Provenance[] = [provenance];
  let site: Span | null = null;
  for (let looked = 0; looked < LOOK; looked++) {
    const next = pending.pop();
    if (next === undefined) break;
    if (next.kind === 'joined') {
      for (let i = Math.min(next.parts.length, LOOK) - 1; i >= 0; i--)
        pending.push(next.parts[i] as Provenance);
    } else if (next.kind === 'written') {
      pending.push(...next.firstOrigins(LOOK).reverse());
    } else if (next.kind === 'leaf') {
      if (next.path !== null) return { path: next.path, site: next.site };
      site ??= next.site;
    } else {
      pending.push(next.of);
    }
  }
  return { path: null, site };
}
