import type { JsonReader } from '../files/reader.ts';
import { tokenOfBytes } from '../text/byteAlphabet.ts';
import { utf8Bytes } from '../text/utf8.ts';
import { mergeWord } from './merge.ts';
import type { MergeTable } from './mergeTable.ts';
import type { Model } from './piece.ts';
import { remembered } from './remembered.ts';
import { withSpans } from './spans.ts';
import { byteSpeller, characterSpeller, type SymbolOptions } from './symbols.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Byte-pair encoding. `byteLevel`: the vocabulary spells bytes in the byte alphabet. Throws TokenizerError. */
export function bpe(
  config: JsonReader,
  vocabulary: Vocabulary,
  merges: MergeTable,
  byteLevel: boolean,
): Model {
  const spell = (byteLevel ? byteSpeller : characterSpeller)(
    vocabulary,
    readSymbolOptions(config, vocabulary),
  );
  const ignoreMerges = config.boolean('ignore_merges', false);
  return remembered((text) => {
    if (ignoreMerges) {
      const whole = vocabulary.idOf(byteLevel ? tokenOfBytes(utf8Bytes(text)) : text);
      if (whole >= 0) return [whole, 0, text.length];
    }
    const word = spell(text);
    mergeWord(word, merges);
    return withSpans(word, text);
  });
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
