/** What a writer is given: checked templates, and nothing that only the editor knows. */
import type { Analysis } from '../certify/index.ts';
import type { Certification, Fix } from '../../../protocol/certification.ts';
import type { PythonConfirmation } from '../../../protocol/confirmation.ts';

export interface CheckedTemplate {
  /** As the person named it. */
  readonly path: string;
  readonly source: string;
  readonly certification: Certification;
  /** For writers that show renders; null where the template does not compile or was stopped at a limit. */
  readonly analysis: Analysis | null;
  /** Proven fixes; empty where none was looked for. */
  readonly fixes: readonly Fix[];
  /** Why there is no tokenizer, where there is none. */
  readonly tokenizerNote: string | null;
  /** What a real Python said of the renders; null where none was asked. */
  readonly python: PythonConfirmation | null;
  /** Engines that were asked for and can't run here, with why. */
  readonly engineFailures: readonly string[];
}

export interface WriterOptions {
  readonly color: boolean;
  /** Of this program. */
  readonly version: string;
}

export interface Writer {
  readonly format: string;
  /** `checked` in the order they were named. */
  write(checked: readonly CheckedTemplate[], options: WriterOptions): string;
}
