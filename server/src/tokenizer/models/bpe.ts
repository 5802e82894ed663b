import { TokenizerError } from '../types.ts';
import type { JsonReader } from '../files/reader.ts';
import { tokenOfBytes } from '../text/byte-alphabet.ts';
import { utf8Bytes } from '../text/utf8.ts';
import { Memo } from './memo.ts';
import { mergeWord } from './merge.ts';
import { MergeTable } from './merge-table.ts';
import type { EncodedPiece, Model } from './piece.ts';
import { withSpans } from './spans.ts';
import { byteSpeller, characterSpeller, type Speller, type SymbolOptions } from './symbols.ts';
import type { Vocabulary } from './vocabulary.ts';

const REMEMBERED_PIECES = 60_000;
const LONGEST_REMEMBERED = 256;

/** Byte-pair encoding of pieces, remembering what it encoded. */
export class BpeModel implements Model {
  private readonly memo = new Memo<EncodedPiece>(REMEMBERED_PIECES);
  private readonly spell: Speller;
  private readonly merges: MergeTable;
  private readonly ignoreMerges: boolean;

  /** `byteLevel`: the vocabulary spells bytes in the byte alphabet. Throws TokenizerError. */
  constructor(
    config: JsonReader,
    private readonly vocabulary: Vocabulary,
    private readonly byteLevel: boolean,
  ) {
    const options = readSymbolOptions(config, vocabulary);
    this.ignoreMerges = config.boolean('ignore_merges', false);
    this.merges = readMerges(config, vocabulary, options.continuingPrefix.length);
    this.spell = byteLevel ? byteSpeller(vocabulary, options) : characterSpeller(vocabulary, options);
  }

  encodePiece(text: string): EncodedPiece {
    const known = this.memo.get(text);
    if (known !== undefined) return known;
    const piece = this.encodeAnew(text);
    if (text.length <= LONGEST_REMEMBERED) this.memo.set(text, piece);
    return piece;
  }

  private encodeAnew(text: string): EncodedPiece {
    if (this.ignoreMerges) {
      const whole = this.vocabulary.idOf.get(this.byteLevel ? tokenOfBytes(utf8Bytes(text)) : text);
      if (whole !== undefined) return [whole, 0, text.length];
    }
    const word = this.spell(text);
    mergeWord(word, this.merges);
    return withSpans(word, text);
  }
}

function readSymbolOptions(config: JsonReader, vocabulary: Vocabulary): SymbolOptions {
  const unknown = config.has('unk_token') ? config.string('unk_token') : null;
  const unknownId = unknown === null ? null : (vocabulary.idOf.get(unknown) ?? null);
  return {
    unknownId,
    fuseUnknown: config.boolean('fuse_unk', false),
    byteFallback: config.boolean('byte_fallback', false),
    continuingPrefix: config.string('continuing_subword_prefix', ''),
    endSuffix: config.string('end_of_word_suffix', ''),
  };
}

function readMerges(config: JsonReader, vocabulary: Vocabulary, prefixLength: number): MergeTable {
  const merges = config.list('merges');
  const table = new MergeTable(merges.length);
  for (let rank = 0; rank < merges.length; rank++) {
    const merge = merges[rank];
    let left: unknown;
    let right: unknown;
    if (typeof merge === 'string') {
      const space = merge.indexOf(' ');
      left = merge.slice(0, space);
      right = merge.slice(space + 1);
    } else if (Array.isArray(merge)) {
      [left, right] = merge as unknown[];
    }
    if (typeof left !== 'string' || typeof right !== 'string') {
      throw new TokenizerError(
        `${config.file}: ${config.path}.merges[${rank}] must be a pair of tokens.`,
        config.file,
      );
    }
    const merged = left + (prefixLength === 0 ? right : right.slice(prefixLength));
    table.set(
      idIn(config, vocabulary, left, rank),
      idIn(config, vocabulary, right, rank),
      rank,
      idIn(config, vocabulary, merged, rank),
    );
  }
  return table;
}

function idIn(config: JsonReader, vocabulary: Vocabulary, token: string, rank: number): number {
  const id = vocabulary.idOf.get(token);
  if (id !== undefined) return id;
  throw new TokenizerError(
    `${config.file}: ${config.path}.merges[${rank}] uses ${JSON.stringify(token)}, which is not in the vocabulary.`,
    config.file,
  );
}
