import { AddedTokenSplitter } from './addedTokens.ts';
import type { DecodeStep } from './decoders/index.ts';
import type { TokenizerFacts } from './files/facts.ts';
import { Memo } from './models/memo.ts';
import { PIECE_STRIDE, type EncodedPiece, type Model } from './models/piece.ts';
import type { Vocabulary } from './models/vocabulary.ts';
import type { Normalizer } from './normalizers/index.ts';
import { PreTokenizer } from './pretokenizers/run.ts';
import type { Stage } from './pretokenizers/index.ts';
import { endOf, startOf, sliceAligned, verbatim, type AlignedText } from './text/alignedText.ts';
import { wellFormed } from './text/wellFormed.ts';
import { TokenSink } from './tokenSink.ts';
import type { AddedToken, Encoding, PostProcessing, Tokenizer } from './types.ts';

/** What tokenizer.json describes, built. */
export interface Pipeline {
  readonly normalize: Normalizer;
  readonly stages: readonly Stage[];
  readonly vocabulary: Vocabulary;
  readonly model: Model;
  readonly decode: DecodeStep;
  /** The bytes of a token text by the decoder's rules. */
  readonly bytesOf: (token: string) => Uint8Array;
}

/** Stretches between added tokens that are remembered: conversations repeat their messages. In UTF-16 units. */
const REMEMBERED = { longest: 20_000, together: 500_000 };

/** Exact tokenizer: added tokens, normaliser, pre-tokenizer, model, decoder, each as the reference has it. */
export class CoreTokenizer implements Tokenizer {
  readonly sha256: string;
  readonly vocabularySize: number;
  readonly addedTokens: readonly AddedToken[];
  readonly specialTokens: Readonly<Record<string, string>>;
  readonly eosIds: readonly number[];
  readonly eosFiles: readonly string[];
  readonly generationEosIds: readonly number[] | null;
  readonly postProcessing: PostProcessing;
  readonly warnings: readonly string[];
  private readonly pipeline: Pipeline;
  private readonly preTokenizer: PreTokenizer;
  private readonly inText: AddedTokenSplitter;
  private readonly inNormalized: AddedTokenSplitter;
  /** A normalised token decodes to its normal form. */
  private readonly addedTexts: ReadonlyMap<number, string>;
  private readonly addedByContent: ReadonlyMap<string, AddedToken>;
  private readonly sink = new TokenSink();
  private readonly atStart = rememberedStretches();
  private readonly inside = rememberedStretches();

  constructor(pipeline: Pipeline, facts: TokenizerFacts) {
    this.pipeline = pipeline;
    this.sha256 = facts.sha256;
    this.addedTokens = facts.addedTokens;
    this.specialTokens = facts.specialTokens;
    this.eosIds = facts.eosIds;
    this.eosFiles = facts.eosFiles;
    this.generationEosIds = facts.generationEosIds;
    this.postProcessing = facts.postProcessing;
    this.warnings = facts.warnings;
    this.addedByContent = new Map(facts.addedTokens.map((token) => [token.content, token]));
    this.vocabularySize = facts.vocabularySize;
    this.preTokenizer = new PreTokenizer(pipeline.stages);
    const spelling = (token: AddedToken): string =>
      token.normalized ? pipeline.normalize(verbatim(token.content, 0)).text : token.content;
    this.addedTexts = new Map(facts.addedTokens.map((token) => [token.id, spelling(token)]));
    const found = (normalized: boolean): AddedTokenSplitter =>
      new AddedTokenSplitter(
        facts.addedTokens.filter((token) => token.normalized === normalized),
        spelling,
      );
    this.inText = found(false);
    this.inNormalized = found(true);
  }

  encode(text: string): Encoding {
    const source = wellFormed(text);
    const { sink } = this;
    sink.clear();
    this.inText.split(source, (from, to, token) => {
      if (token !== null) sink.push(token.id, from, to);
      else this.encodeStretch(source.slice(from, to), from);
    });
    return sink.encoding();
  }

  decode(ids: ArrayLike<number>): string {
    const tokens: string[] = [];
    for (let at = 0; at < ids.length; at++) {
      const token = this.tokenText(ids[at]!);
      if (token !== null) tokens.push(token);
    }
    return this.pipeline.decode(tokens).join('');
  }

  tokenBytes(id: number): Uint8Array | null {
    const token = this.tokenText(id);
    return token === null ? null : this.pipeline.bytesOf(token);
  }

  addedTokenId(content: string): number | null {
    return this.addedByContent.get(content)?.id ?? null;
  }

  private tokenText(id: number): string | null {
    return this.addedTexts.get(id) ?? this.pipeline.vocabulary.textOf(id);
  }

  /** Text in which no added token stands as it is. What it encodes to depends on its place only where it comes first. */
  private encodeStretch(text: string, origin: number): void {
    if (text.length > REMEMBERED.longest) return this.encodeAnew(verbatim(text, origin));
    const memo = origin === 0 ? this.atStart : this.inside;
    const known = memo.get(text);
    if (known !== undefined) return this.sink.pushPiece(known, origin);
    const first = this.sink.size;
    this.encodeAnew(verbatim(text, origin));
    memo.set(copyOf(text), this.sink.pieceFrom(first, origin));
  }

  /** Some added tokens may yet stand in the normal form of a stretch. */
  private encodeAnew(stretch: AlignedText): void {
    const normal = this.pipeline.normalize(stretch);
    if (this.inNormalized.isEmpty) {
      this.encodeNormal(normal);
      return;
    }
    this.inNormalized.split(normal.text, (from, to, token) => {
      if (token === null) this.encodeNormal(sliceAligned(normal, from, to));
      else if (from < to) this.sink.push(token.id, startOf(normal, from), endOf(normal, to - 1));
    });
  }

  private encodeNormal(normal: AlignedText): void {
    const { sink } = this;
    const { model } = this.pipeline;
    this.preTokenizer.run(normal, (aligned, from, to) => {
      const piece = model.encodePiece(aligned.text.slice(from, to));
      if (aligned.starts === null || aligned.ends === null) {
        sink.pushPiece(piece, aligned.origin + from);
        return;
      }
      for (let at = 0; at < piece.length; at += PIECE_STRIDE) {
        sink.push(
          piece[at]!,
          aligned.starts[from + piece[at + 1]!]!,
          aligned.ends[from + piece[at + 2]! - 1]!,
        );
      }
    });
  }
}

function rememberedStretches(): Memo<EncodedPiece> {
  return new Memo<EncodedPiece>(REMEMBERED.together, (text) => text.length);
}

/** A slice holds on to the whole text that it was cut from; this does not. */
function copyOf(slice: string): string {
  return ` ${slice}`.slice(1);
}
