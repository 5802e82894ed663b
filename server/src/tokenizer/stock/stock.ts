import { Tokenizer as StockLibrary } from '@huggingface/tokenizers';
import type { TokenizerFacts } from '../files/facts.ts';
import { isJsonObject, type JsonObject } from '../files/reader.ts';
import { PIECE_STRIDE } from '../models/piece.ts';
import { utf8Bytes } from '../text/utf8.ts';
import { wellFormed } from '../text/wellFormed.ts';
import { TokenSink } from '../tokenSink.ts';
import {
  TokenizerError,
  type AddedToken,
  type Encoding,
  type PostProcessing,
  type Tokenizer,
} from '../types.ts';
import { spansBySurface } from './spans.ts';

const MODELS: readonly string[] = ['BPE', 'Unigram', 'WordPiece'];
const BYTE_TOKEN = /^<0x([0-9A-Fa-f]{2})>$/;

/** The library wants every part to be there, if only as null. */
const ABSENT_PARTS = {
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: null,
  post_processor: null,
  decoder: null,
};

/** A tokenizer of a kind that the exact core does not cover, by the common JavaScript library. */
export class StockTokenizer implements Tokenizer {
  readonly sha256: string;
  readonly vocabularySize: number;
  readonly addedTokens: readonly AddedToken[];
  readonly specialTokens: Readonly<Record<string, string>>;
  readonly eosIds: readonly number[];
  readonly eosFiles: readonly string[];
  readonly postProcessing: PostProcessing;
  readonly warnings: readonly string[];
  private readonly library: StockLibrary;
  private readonly idsByContent: ReadonlyMap<string, number>;
  private readonly contents: ReadonlyMap<number, string>;

  /** `uncovered`: what the exact core lacks, in words. Throws TokenizerError. */
  constructor(tokenizer: JsonObject, file: string, facts: TokenizerFacts, uncovered: string) {
    const refused = (why: string): TokenizerError =>
      new TokenizerError(
        `${file} uses ${uncovered}, which is not supported${why}. ` +
          'Choose the tokenizer of a byte-pair model, or convert it with the transformers library.',
        file,
      );
    const model = tokenizer['model'];
    if (!isJsonObject(model) || !MODELS.includes(String(model['type']))) throw refused('');
    try {
      this.library = new StockLibrary({ ...ABSENT_PARTS, ...tokenizer }, {});
    } catch (error) {
      throw refused(` (${String(error)})`);
    }
    this.sha256 = facts.sha256;
    this.vocabularySize = facts.vocabularySize;
    this.addedTokens = facts.addedTokens;
    this.specialTokens = facts.specialTokens;
    this.eosIds = facts.eosIds;
    this.eosFiles = facts.eosFiles;
    this.postProcessing = facts.postProcessing;
    this.warnings = [
      ...facts.warnings,
      `${file} uses ${uncovered}: ids and the ranges of tokens may differ from the original tokenizer's in rare texts.`,
    ];
    this.contents = new Map(facts.addedTokens.map((token) => [token.id, token.content]));
    this.idsByContent = new Map(facts.addedTokens.map((token) => [token.content, token.id]));
  }

  encode(text: string): Encoding {
    const source = wellFormed(text);
    const ids = this.idsOf(source);
    const spans = spansBySurface(
      source,
      ids,
      ids.map((id) => this.surface(id)),
    );
    const sink = new TokenSink(ids.length);
    for (let at = 0; at < spans.length; at += PIECE_STRIDE)
      sink.push(spans[at]!, spans[at + 1]!, spans[at + 2]!);
    return sink.encoding();
  }

  decode(ids: ArrayLike<number>): string {
    const known = Array.from(ids).filter((id) => this.library.id_to_token(id) !== undefined);
    if (known.length === 0) return '';
    return this.library.decode(known, { skip_special_tokens: false, clean_up_tokenization_spaces: false });
  }

  tokenBytes(id: number): Uint8Array | null {
    const token = this.library.id_to_token(id);
    if (token === undefined) return null;
    const byte = BYTE_TOKEN.exec(token);
    return byte === null ? utf8Bytes(this.surface(id)) : Uint8Array.of(parseInt(byte[1]!, 16));
  }

  addedTokenId(content: string): number | null {
    return this.idsByContent.get(content) ?? null;
  }

  private idsOf(text: string): readonly number[] {
    return text === '' ? [] : this.library.encode(text, { add_special_tokens: false }).ids;
  }

  /** A token as it shows in text. */
  private surface(id: number): string {
    const added = this.contents.get(id);
    return added ?? (this.library.id_to_token(id) ?? '').replace(/^##/, '').replaceAll('▁', ' ');
  }
}
