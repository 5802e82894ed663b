import { readFinder } from '../files/pattern.ts';
import type { JsonReader } from '../files/reader.ts';
import { replaceMatches } from '../normalizers/replace.ts';
import { verbatim } from '../text/alignedText.ts';
import { bytesOfToken } from '../text/byteAlphabet.ts';
import { strictUtf8Text, utf8Bytes, utf8Text } from '../text/utf8.ts';
import type { DecodeStep } from './index.ts';

const BYTE_TOKEN = /^<0x([0-9A-Fa-f]{2})>$/;

/** A token that is not spelled in the byte alphabet stands for its own text. */
export const byteLevel: DecodeStep = (tokens) => {
  const parts = tokens.map((token) => bytesOfToken(token) ?? utf8Bytes(token));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return [utf8Text(bytes)];
};

/** A run of byte tokens is decoded as one; if it is no UTF-8, each byte of it becomes U+FFFD. */
export const byteFallback: DecodeStep = (tokens) => {
  const texts: string[] = [];
  let run: number[] = [];
  const endRun = (): void => {
    if (run.length === 0) return;
    texts.push(strictUtf8Text(Uint8Array.from(run)) ?? '\ufffd'.repeat(run.length));
    run = [];
  };
  for (const token of tokens) {
    const byte = BYTE_TOKEN.exec(token);
    if (byte === null) {
      endRun();
      texts.push(token);
    } else {
      run.push(parseInt(byte[1]!, 16));
    }
  }
  endRun();
  return texts;
};

export const fuse: DecodeStep = (tokens) => [tokens.join('')];

/** The mark that was put before the first token goes; every other one was a space. */
export function metaspace(config: JsonReader): DecodeStep {
  const mark = config.string('replacement');
  const always = config.boolean('add_prefix_space', true) ? 'always' : 'never';
  const prepends = config.string('prepend_scheme', always) !== 'never';
  return (tokens) =>
    tokens.map((token, index) => {
      if (index > 0 || !prepends) return token.replaceAll(mark, ' ');
      return [...token]
        .flatMap((character, at) => (character !== mark ? character : at === 0 ? '' : ' '))
        .join('');
    });
}

export function replace(config: JsonReader): DecodeStep {
  const finder = readFinder(config);
  const content = config.string('content');
  return (tokens) => tokens.map((token) => replaceMatches(verbatim(token, 0), finder, content).text);
}

/** Takes up to `start` and `stop` repetitions of a character off the ends of every token. */
export function strip(config: JsonReader): DecodeStep {
  const content = config.string('content');
  const start = config.integer('start');
  const stop = config.integer('stop');
  return (tokens) =>
    tokens.map((token) => {
      const characters = [...token];
      let from = 0;
      while (from < start && characters[from] === content) from++;
      let to = characters.length;
      while (characters.length - to < stop && to > from && characters[to - 1] === content) to--;
      return characters.slice(from, to).join('');
    });
}
