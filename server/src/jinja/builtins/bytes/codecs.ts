/** Text to bytes, in the encodings that `str.encode` is asked for. */
import { PythonError } from '../../values/errors.ts';

/** One character's bytes; null where the encoding has none for it. */
type Encode = (code: number) => readonly number[] | null;

export interface Codec {
  readonly name: string;
  readonly encode: Encode;
  /** Why a character has no bytes, as UnicodeEncodeError says it. */
  readonly refusal: string;
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

const upTo =
  (limit: number): Encode =>
  (code) =>
    code < limit ? [code] : null;

const ENCODER = new TextEncoder();

const CODECS: readonly (Codec & { readonly aliases: readonly string[] })[] = [
  {
    name: 'utf-8',
    aliases: ['utf8', 'u8', 'cp65001'],
    encode: (code) => (isSurrogate(code) ? null : [...ENCODER.encode(String.fromCodePoint(code))]),
    refusal: 'surrogates not allowed',
  },
  {
    name: 'ascii',
    aliases: ['usascii', '646'],
    encode: upTo(0x80),
    refusal: 'ordinal not in range(128)',
  },
  {
    name: 'latin-1',
    aliases: ['latin1', 'iso88591', 'l1'],
    encode: upTo(0x100),
    refusal: 'ordinal not in range(256)',
  },
];

/** The codec of that name, however it is spelled; LookupError where there is none. */
export function codecOf(name: string): Codec {
  const plain = name.toLowerCase().replace(/[-_ ]/g, '');
  const codec = CODECS.find((one) => one.name.replace('-', '') === plain || one.aliases.includes(plain));
  if (!codec) throw new PythonError('LookupError', `unknown encoding: ${name}`);
  return codec;
}

function escaped(code: number): string {
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** What is written instead of a character that has no bytes, by the name of the error handler. */
const HANDLERS: Readonly<Record<string, (code: number) => string>> = {
  ignore: () => '',
  replace: () => '?',
  backslashreplace: escaped,
  xmlcharrefreplace: (code) => `&#${code};`,
};

/** @throws PythonError UnicodeEncodeError for `strict`, LookupError for a handler that does not exist. */
export function encode(text: string, codec: Codec, errors: string): number[] {
  const bytes: number[] = [];
  const codes = Array.from(text, (char) => char.codePointAt(0) as number);
  codes.forEach((code, position) => {
    const own = codec.encode(code);
    if (own) bytes.push(...own);
    else bytes.push(...handled(codes, position, codec, errors));
  });
  return bytes;
}

function handled(codes: readonly number[], position: number, codec: Codec, errors: string): number[] {
  if (errors === 'strict') throw encodeError(codes, position, codec);
  const handler = Object.hasOwn(HANDLERS, errors) ? HANDLERS[errors] : undefined;
  if (!handler) throw new PythonError('LookupError', `unknown error handler name '${errors}'`);
  return Array.from(handler(codes[position] as number), (char) => char.charCodeAt(0));
}

function encodeError(codes: readonly number[], start: number, codec: Codec): PythonError {
  let end = start + 1;
  while (end < codes.length && codec.encode(codes[end] as number) === null) end++;
  const what =
    end === start + 1
      ? `character '${escaped(codes[start] as number)}' in position ${start}`
      : `characters in position ${start}-${end - 1}`;
  return new PythonError(
    'UnicodeEncodeError',
    `'${codec.name}' codec can't encode ${what}: ${codec.refusal}`,
  );
}

/** @throws PythonError UnicodeDecodeError. */
export function decode(bytes: readonly number[], codec: Codec): string {
  if (codec.name === 'utf-8') {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
    } catch {
      throw new PythonError('UnicodeDecodeError', "'utf-8' codec can't decode these bytes: invalid data");
    }
  }
  const wrong = codec.name === 'ascii' ? bytes.findIndex((byte) => byte > 0x7f) : -1;
  if (wrong >= 0) {
    const byte = (bytes[wrong] as number).toString(16);
    throw new PythonError(
      'UnicodeDecodeError',
      `'ascii' codec can't decode byte 0x${byte} in position ${wrong}: ordinal not in range(128)`,
    );
  }
  return bytes.map((byte) => String.fromCharCode(byte)).join('');
}
