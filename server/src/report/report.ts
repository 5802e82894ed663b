/** What a writer is given: one checked template, and nothing that only the editor knows. */
import type { Certification, Fix } from '../../../protocol/certification.ts';

export interface CheckedTemplate {
  /** As the person named it. */
  readonly path: string;
  readonly source: string;
  readonly certification: Certification;
  /** Proven fixes; empty where none was looked for. */
  readonly fixes: readonly Fix[];
  /** Why there is no tokenizer, where there is none. */
  readonly tokenizerNote: string | null;
}

export interface WriterOptions {
  readonly color: boolean;
}

export interface Writer {
  readonly format: string;
  write(checked: CheckedTemplate, options: WriterOptions): string;
}
