/** What a property is: one file each, one line in `registry.ts`. */
import type { Level, PropertyResult, Witness } from '../../../../protocol/certification.ts';
import type { Dialect } from '../dialect.ts';
import type { Subject } from '../subject.ts';
import type { PrefixPair } from './prefixProperty.ts';

export interface PropertyInput {
  readonly subject: Subject;
  /** How this template wants its messages spelt. */
  readonly dialect: Dialect;
}

/** One comparison that failed: raw material of the culprit. */
export interface Break {
  readonly property: string;
  readonly level: Level;
  readonly witness: Witness;
}

export interface PropertyOutcome {
  readonly result: PropertyResult;
  /** Every failed comparison; the smallest is the result's witness. */
  readonly breaks: readonly Break[];
}

export interface Property {
  readonly id: string;
  readonly title: string;
  /** The definition as a formula, R for render, T for ids. */
  readonly definition: string;
  /** Markdown: what it means for a trainer or a server, and what breaks without it. */
  readonly explanation: string;
  /** Renders to compare: of each pair the first must be a prefix of the second, in text and in tokens. */
  pairs(input: PropertyInput): PrefixPair[];
}
