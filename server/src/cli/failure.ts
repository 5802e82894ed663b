/** What the command line can't go on with: usage, or input that can't be read. Exit code 2. */
export class InputError extends Error {}

/** Exit codes: the contract with CI. */
export const exitCode = { clean: 0, findings: 1, usage: 2 } as const;

/** What a command says on standard output, and its exit code. */
export interface Outcome {
  readonly output: string;
  readonly code: number;
  /** What could not be done as asked, and was left out: for standard error. */
  readonly warnings?: readonly string[];
}
