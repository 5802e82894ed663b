/** The token layer: text to ids with exact spans and back, as the model's own tokenizer does it. */
export { loadTokenizer } from './load.ts';
export type { AddedToken, Encoding, Tokenizer, TokenizerFiles } from './types.ts';
export { TokenizerError } from './types.ts';
