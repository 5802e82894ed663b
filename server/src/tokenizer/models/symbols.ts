import { tokenOfBytes } from '../text/byteAlphabet.ts';
import { utf8Bytes } from '../text/utf8.ts';
import { byteTokenIds } from './byteTokens.ts';
import type { Word } from './merge.ts';
import { utf8Length } from './spans.ts';
import type { Vocabulary } from './vocabulary.ts';

/** How a model spells text before any merge, and what it does with characters it does not have. */
export interface SymbolOptions {
  readonly unknownId: number | null;
  readonly fuseUnknown: boolean;
  readonly byteFallback: boolean;
  readonly continuingPrefix: string;
  readonly endSuffix: string;
}

/** The unmerged symbols of a piece, lengths in UTF-8 bytes. The word is reused: read it before the next call. */
export type Speller = (text: string) => Word;

/** One symbol per byte. */
export function byteSpeller(vocabulary: Vocabulary, options: SymbolOptions): Speller {
  const idsAt = (first: boolean, last: boolean): Int32Array =>
    Int32Array.from({ length: 256 }, (_, byte) =>
      vocabulary.idOf(decorate(tokenOfBytes(Uint8Array.of(byte)), first, last, options)),
    );
  const inner = idsAt(false, false);
  const decorated = options.continuingPrefix !== '' || options.endSuffix !== '';
  const edges = decorated
    ? { alone: idsAt(true, true), first: idsAt(true, false), last: idsAt(false, true) }
    : null;
  const writer = new WordWriter(options);
  return (text) => {
    writer.begin(text.length * 3);
    const encoded = isAscii(text) ? null : utf8Bytes(text);
    const length = encoded === null ? text.length : encoded.length;
    for (let at = 0; at < length; at++) {
      let idOfByte = inner;
      if (edges !== null && length === 1) idOfByte = edges.alone;
      else if (edges !== null && at === 0) idOfByte = edges.first;
      else if (edges !== null && at === length - 1) idOfByte = edges.last;
      const id = idOfByte[encoded === null ? text.charCodeAt(at) : encoded[at]!]!;
      if (id >= 0) writer.add(id, 1);
      else writer.addUnknown(1);
    }
    return writer.finish();
  };
}

/** One symbol per character; one per byte for a character that the vocabulary lacks, where the model says so. */
export function characterSpeller(vocabulary: Vocabulary, options: SymbolOptions): Speller {
  const idOfByte = byteTokenIds(vocabulary);
  const writer = new WordWriter(options);
  const idOfCharacter = rememberingUnits((character) => vocabulary.idOf(character));
  const decorated = options.continuingPrefix !== '' || options.endSuffix !== '';
  return (text) => {
    writer.begin(text.length * 3);
    let at = 0;
    for (const character of text) {
      const first = at === 0;
      at += character.length;
      const spelled = decorated ? decorate(character, first, at === text.length, options) : character;
      const id = decorated ? vocabulary.idOf(spelled) : idOfCharacter(spelled);
      if (id >= 0) {
        writer.add(id, utf8Length(character.codePointAt(0)!));
        continue;
      }
      const bytes = options.byteFallback ? utf8Bytes(spelled) : null;
      if (bytes !== null && bytes.every((byte) => idOfByte[byte]! >= 0)) {
        for (const byte of bytes) writer.addByte(idOfByte[byte]!);
      } else {
        writer.addUnknown(utf8Length(character.codePointAt(0)!));
      }
    }
    return writer.finish();
  };
}

const NOT_ASKED = -2;

/** Remembers the answers for characters of one UTF-16 unit. */
function rememberingUnits(idOf: (character: string) => number): (character: string) => number {
  const answers = new Int32Array(0x10000).fill(NOT_ASKED);
  return (character) => {
    if (character.length > 1) return idOf(character);
    const unit = character.charCodeAt(0);
    if (answers[unit] === NOT_ASKED) answers[unit] = idOf(character);
    return answers[unit]!;
  };
}

function decorate(character: string, first: boolean, last: boolean, options: SymbolOptions): string {
  return (first ? '' : options.continuingPrefix) + character + (last ? options.endSuffix : '');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

class WordWriter {
  private readonly word: Word = { ids: new Int32Array(128), lengths: new Int32Array(128), size: 0 };
  /** Bytes of the unknown symbol that is not written yet; 0 for none. */
  private unknownLength = 0;

  constructor(private readonly options: SymbolOptions) {}

  begin(mostSymbols: number): void {
    this.word.size = 0;
    this.unknownLength = 0;
    if (this.word.ids.length >= mostSymbols) return;
    this.word.ids = new Int32Array(mostSymbols);
    this.word.lengths = new Int32Array(mostSymbols);
  }

  add(id: number, length: number): void {
    this.flushUnknown();
    this.write(id, length);
  }

  /** A byte that stands for itself does not end a run of unknown characters: the run is written after it. */
  addByte(id: number): void {
    this.write(id, 1);
  }

  addUnknown(length: number): void {
    if (this.options.unknownId === null) return;
    if (!this.options.fuseUnknown) this.flushUnknown();
    this.unknownLength += length;
  }

  finish(): Word {
    this.flushUnknown();
    return this.word;
  }

  private flushUnknown(): void {
    if (this.unknownLength === 0 || this.options.unknownId === null) return;
    this.write(this.options.unknownId, this.unknownLength);
    this.unknownLength = 0;
  }

  private write(id: number, length: number): void {
    this.word.ids[this.word.size] = id;
    this.word.lengths[this.word.size++] = length;
  }
}
