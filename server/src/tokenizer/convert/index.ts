/** Tokenizers in other forms than tokenizer.json, converted to it without loss. */
export { readGguf, readGgufTemplates, type GgufContents } from './gguf.ts';
export { tekkenFiles } from './tekken.ts';
export { looksLikeRanks, tiktokenFiles } from './tiktoken.ts';
