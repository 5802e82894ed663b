/** What a property is: one file each, one line in `registry.ts`. */
import type { PropertyResult } from '../../../../protocol/certification.ts';
import type { Dialect } from '../dialect.ts';
import type { Subject } from '../subject.ts';

export interface PropertyInput {
  readonly subject: Subject;
  /** How this template wants its messages spelt. */
  readonly dialect: Dialect;
}

export interface PropertyOutcome<Facts = unknown> {
  readonly result: PropertyResult;
  /** What was found on the way: rules make findings of it. */
  readonly facts: Facts;
}

export interface Property<Facts = unknown> {
  readonly id: string;
  readonly title: string;
  /** The definition as a formula, R for render, T for ids. */
  readonly definition: string;
  /** Markdown: what it means for a trainer or a server, and what breaks without it. */
  readonly explanation: string;
  check(input: PropertyInput): PropertyOutcome<Facts>;
}
