import { finderOf, readFinder } from '../files/pattern.ts';
import type { JsonReader } from '../files/reader.ts';
import type { Finder } from '../regex/finder.ts';
import { replaceMatches } from '../normalizers/replace.ts';
import { verbatim } from '../text/alignedText.ts';
import { bytesOfToken } from '../text/byteAlphabet.ts';
import { utf8Bytes } from '../text/utf8.ts';

export type TokenBytes = (token: string) => Uint8Array;

const BYTE_TOKEN = /^<0x([0-9A-Fa-f]{2})>$/;

/** What a token stands for within a text, by the decoder: the steps that look at one token only. */
export function tokenBytesOf(decoder: JsonReader | null): TokenBytes {
  const steps = decoder === null ? [] : flattened(decoder);
  const types = steps.map((step) => step.string('type'));
  if (types.includes('ByteLevel')) return (token) => bytesOfToken(token) ?? utf8Bytes(token);
  const rewrites = steps.flatMap(rewriteOf);
  const hasByteTokens = types.includes('ByteFallback');
  return (token) => {
    const byte = hasByteTokens ? BYTE_TOKEN.exec(token) : null;
    if (byte !== null) return Uint8Array.of(parseInt(byte[1]!, 16));
    return utf8Bytes(rewrites.reduce((text, rewrite) => rewrite(text), token));
  };
}

function flattened(decoder: JsonReader): JsonReader[] {
  return decoder.string('type') === 'Sequence' ? decoder.children('decoders').flatMap(flattened) : [decoder];
}

/** What of a token is no text. */
function rewriteOf(step: JsonReader): ((text: string) => string)[] {
  switch (step.string('type')) {
    case 'Replace':
      return [replacing(readFinder(step), step.string('content'))];
    case 'Metaspace':
      return [replacing(finderOf({ text: step.string('replacement') }, step.file), ' ')];
    case 'BPEDecoder':
      return [replacing(finderOf({ text: step.string('suffix', '</w>') }, step.file), '')];
    case 'WordPiece': {
      const prefix = step.string('prefix', '##');
      return [(text) => (text.startsWith(prefix) ? text.slice(prefix.length) : text)];
    }
    default:
      return [];
  }
}

const replacing =
  (finder: Finder, content: string) =>
  (text: string): string =>
    replaceMatches(verbatim(text, 0), finder, content).text;
