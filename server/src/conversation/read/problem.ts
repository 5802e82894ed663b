/** What is wrong with a file of conversations, and where. */
export interface ConversationProblem {
  readonly message: string;
  /** `messages[2].content`; empty for the whole conversation. */
  readonly path: string;
  /** From 1, in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

/** `talk.json:3:14: messages[0].role has to be ...` */
export const problemText = (file: string, { line, column, path, message }: ConversationProblem) =>
  `${file}:${line}:${column}: ${path === '' ? message : `${path} ${message}`}`;

/** Says what is wrong at a path into one conversation: `['messages', 2, 'content']`. */
export type Complain = (path: JsonPath, message: string) => void;

export type JsonPath = readonly (string | number)[];

/** `messages[2].content` */
export function pathText(path: JsonPath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}
