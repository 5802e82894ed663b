import type { JsonReader } from '../files/reader.ts';
import { tokenOfBytes } from '../text/byteAlphabet.ts';
import { utf8Bytes } from '../text/utf8.ts';
import { Memo } from './memo.ts';
import { mergeWord } from './merge.ts';
import type { MergeTable } from './mergeTable.ts';
import type { EncodedPiece, Model } from './piece.ts';
import { withSpans } from './spans.ts';
import { byteSpeller, characterSpeller, type Speller, type SymbolOptions } from './symbols.ts';
import type { Vocabulary } from './vocabulary.ts';

const SHORT = { pieces: 60_000, longest: 256 };
/** Where nothing cuts text, a whole message is one piece; conversations repeat their messages. */
const LONG = { pieces: 200, longest: 20_000 };

/** Byte-pair encoding of pieces, remembering what it encoded. */
export class BpeModel implements Model {
  private readonly short = new Memo<EncodedPiece>(SHORT.pieces);
  private readonly long = new Memo<EncodedPiece>(LONG.pieces);
  private readonly spell: Speller;
  private readonly ignoreMerges: boolean;

  /** `byteLevel`: the vocabulary spells bytes in the byte alphabet. Throws TokenizerError. */
  constructor(
    config: JsonReader,
    private readonly vocabulary: Vocabulary,
    private readonly merges: MergeTable,
    private readonly byteLevel: boolean,
  ) {
    const options = readSymbolOptions(config, vocabulary);
    this.ignoreMerges = config.boolean('ignore_merges', false);
    this.spell = byteLevel ? byteSpeller(vocabulary, options) : characterSpeller(vocabulary, options);
  }

  encodePiece(text: string): EncodedPiece {
    if (text.length > LONG.longest) return this.encodeAnew(text);
    const memo = text.length > SHORT.longest ? this.long : this.short;
    const known = memo.get(text);
    if (known !== undefined) return known;
    const piece = this.encodeAnew(text);
    memo.set(text, piece);
    return piece;
  }

  private encodeAnew(text: string): EncodedPiece {
    if (this.ignoreMerges) {
      const whole = this.vocabulary.idOf(this.byteLevel ? tokenOfBytes(utf8Bytes(text)) : text);
      if (whole >= 0) return [whole, 0, text.length];
    }
    const word = this.spell(text);
    mergeWord(word, this.merges);
    return withSpans(word, text);
  }
}

function readSymbolOptions(config: JsonReader, vocabulary: Vocabulary): SymbolOptions {
  const unknownId = config.has('unk_token') ? vocabulary.idOf(config.string('unk_token')) : -1;
  return {
    unknownId: unknownId < 0 ? null : unknownId,
    fuseUnknown: config.boolean('fuse_unk', false),
    byteFallback: config.boolean('byte_fallback', false),
    continuingPrefix: config.string('continuing_subword_prefix', ''),
    endSuffix: config.string('end_of_word_suffix', ''),
  };
}
