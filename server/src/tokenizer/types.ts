/** The token layer's contract: a tokenizer loaded from one folder's files. */

/** Contents of the files that make a tokenizer; read by the host, parsed here. */
export interface TokenizerFiles {
  /** tokenizer.json */
  readonly tokenizer: string;
  /** tokenizer_config.json, generation_config.json, special_tokens_map.json: null where absent. */
  readonly tokenizerConfig: string | null;
  readonly generationConfig: string | null;
  readonly specialTokensMap: string | null;
  /** The model's config.json, where it is asked because generation_config.json is absent. */
  readonly modelConfig?: string | null;
  /** What a conversion from another form could not know, in words. */
  readonly warnings?: readonly string[];
}

export interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
  readonly lstrip: boolean;
  readonly rstrip: boolean;
  readonly singleWord: boolean;
  readonly normalized: boolean;
}

/** Ids and, for each, the range of text it covers. */
export interface Encoding {
  readonly ids: Int32Array;
  /**
   * UTF-16 offsets in the encoded text: token i covers `[starts[i], ends[i])`. Tokens that are bytes of one
   * character share its range. Ranges never run backwards.
   */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** What `transformers` does around a text beside encoding it: `encode` itself leaves it out. */
export interface PostProcessing {
  /** Ids that are put before and behind a text when special tokens are asked for. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Blanks at the edges of a token belong to no token, for whoever asks by character. */
  readonly trimsOffsets: boolean;
}

export interface Tokenizer {
  /** Of tokenizer.json, hex. */
  readonly sha256: string;
  readonly vocabularySize: number;
  readonly addedTokens: readonly AddedToken[];
  /** bos_token, eos_token, pad_token, unk_token, ...: text by name, as templates get them; only those configured. */
  readonly specialTokens: Readonly<Record<string, string>>;
  /** Ids that end generation: tokenizer config and generation_config, without doubles. */
  readonly eosIds: readonly number[];
  /** Files that were there to say so. */
  readonly eosFiles: readonly string[];
  /** Those that generation_config.json lists itself; null where it is absent or lists none. */
  readonly generationEosIds: readonly number[] | null;
  readonly postProcessing: PostProcessing;
  /** What can't be done exactly with this tokenizer, in words; empty for most. */
  readonly warnings: readonly string[];

  /** Without special tokens added. Total: never throws, for any text, lone surrogates included. */
  encode(text: string): Encoding;
  /** As a model server decodes: special tokens kept, no clean-up of spaces. */
  decode(ids: ArrayLike<number>): string;
  /** Bytes a token stands for; null for an unknown id. */
  tokenBytes(id: number): Uint8Array | null;
  /** Id of an added token by its text. */
  addedTokenId(content: string): number | null;
}

/** Why a tokenizer could not be loaded: `file` is the one at fault. */
export class TokenizerError extends Error {
  constructor(
    message: string,
    readonly file: string,
  ) {
    super(message);
    this.name = 'TokenizerError';
  }
}
