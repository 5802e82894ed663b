/** What can't be done with a token buffer: a mistake of the caller that would make a wrong training sample. */
export type BufferErrorCode =
  /** Not a token id, not a number, or a list of another length. */
  | 'bad-input'
  /** Something was sampled where nothing asks the model to go on. */
  | 'no-prompt'
  /** Something would follow a turn that was cut off before its stop token. */
  | 'unfinished-turn'
  /** A stop token stands inside what should be one turn. */
  | 'stop-inside'
  /** Ids that the model sampled would be replaced, and nobody said that they may. */
  | 'sampled-replaced';

export class BufferError extends Error {
  constructor(
    readonly code: BufferErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'BufferError';
  }
}
