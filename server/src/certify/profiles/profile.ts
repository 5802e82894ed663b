/** What a profile is: one consumer of a template, as a row of a table. */

export interface Need {
  /** Id of a property that must hold. */
  readonly property: string;
  /** What a person of that framework sees happen where it does not. */
  readonly consequence: string;
}

export interface Profile {
  /** `trl-grpo`: what `--profile` takes. */
  readonly id: string;
  readonly title: string;
  /** How it gets from a conversation to token ids. */
  readonly builds: string;
  readonly needs: readonly Need[];
}

export const need = (property: string, consequence: string): Need => ({ property, consequence });

/** The same consequence for several properties. */
export const needs = (properties: readonly string[], consequence: string): Need[] =>
  properties.map((property) => need(property, consequence));

/** Appends of every role that agents have. */
export const everyAppend = [
  'append.tool',
  'append.tool-split',
  'append.user',
  'append.system',
  'append.assistant',
] as const;
