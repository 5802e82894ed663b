import type { JsonReader } from '../files/reader.ts';
import { prepended } from '../pretokenizers/byteLevel.ts';
import { propertyClass } from '../regex/properties.ts';
import { translatePattern } from '../regex/translate.ts';
import { tokenOfBytes } from '../text/byteAlphabet.ts';
import { utf8Bytes } from '../text/utf8.ts';
import { AlignedTextBuilder, sliceAligned, type AlignedText } from '../text/alignedText.ts';
import type { Normalizer } from './index.ts';

const SPACE = propertyClass('space')!;
const LEADING_SPACE = new RegExp(`^${SPACE}+`, 'v');
const TRAILING_SPACE = new RegExp(`(?<!${SPACE})${SPACE}+$`, 'v');

export function prepend(config: JsonReader): Normalizer {
  const text = config.string('prepend');
  return (aligned) => (aligned.text === '' ? aligned : prepended(aligned, text));
}

export function strip(config: JsonReader): Normalizer {
  const left = config.boolean('strip_left');
  const right = config.boolean('strip_right');
  return (aligned) => {
    const { text } = aligned;
    const from = left ? (LEADING_SPACE.exec(text)?.[0].length ?? 0) : 0;
    const to = right ? text.length - (TRAILING_SPACE.exec(text)?.[0].length ?? 0) : text.length;
    return sliceAligned(aligned, Math.min(from, to), to);
  };
}

/** Each character by itself: a final sigma is not told from another one. */
export function lowercase(aligned: AlignedText): AlignedText {
  return byCharacter(aligned, (character) => character.toLowerCase());
}

/** What `change` makes of each character stands for that character. */
export function byCharacter(aligned: AlignedText, change: (character: string) => string): AlignedText {
  const builder = new AlignedTextBuilder(aligned);
  let changed = false;
  let at = 0;
  for (const character of aligned.text) {
    const after = change(character);
    if (after === character) builder.keep(at, at + character.length);
    else builder.replace(at, at + character.length, after);
    changed ||= after !== character;
    at += character.length;
  }
  return changed ? builder.build() : aligned;
}

/** Leaves out each character of a class, in the Oniguruma dialect. */
export function without(characterClass: string): Normalizer {
  const isIn = new RegExp(translatePattern(characterClass), 'v');
  return (aligned) => byCharacter(aligned, (character) => (isIn.test(character) ? '' : character));
}

/** The byte alphabet, where the model is no byte-level one by its pre-tokenizer. */
export function byteLevel(aligned: AlignedText): AlignedText {
  return byCharacter(aligned, (character) => tokenOfBytes(utf8Bytes(character)));
}
