/** What is wrong with a file of conversations, and where. */
export interface ConversationProblem {
  readonly message: string;
  /** `messages[2].content`; empty for the whole conversation. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** Says what is wrong at a path into one conversation: `['messages', 2, 'content']`. */
export type Complain = (path: JsonPath, message: string) => void;

export type JsonPath = readonly (string | number)[];

/** `messages[2].content` */
export function pathText(path: JsonPath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}
