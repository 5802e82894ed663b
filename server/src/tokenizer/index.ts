export type { AddedToken, Encoding, Tokenizer, TokenizerFiles } from './types.ts';
export { TokenizerError } from './types.ts';
