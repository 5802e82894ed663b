/**
 * The printable stand-ins with which byte-level vocabularies write bytes: printable Latin-1 stands for itself, the other
 * bytes take the code points from U+0100 on, in order.
 */
export const CHARACTER_OF_BYTE: readonly string[] = byteCharacters();
const BYTE_OF_CHARACTER: Int16Array = bytesOfCharacters();

/** -1 where the UTF-16 unit stands for no byte. */
export function byteOfUnit(unit: number): number {
  return unit < BYTE_OF_CHARACTER.length ? BYTE_OF_CHARACTER[unit]! : -1;
}

/** The bytes a vocabulary entry spells, or null if some character of it is no stand-in for a byte. */
export function bytesOfToken(token: string): Uint8Array | null {
  const bytes = new Uint8Array(token.length);
  for (let unit = 0; unit < token.length; unit++) {
    const byte = byteOfUnit(token.charCodeAt(unit));
    if (byte < 0) return null;
    bytes[unit] = byte;
  }
  return bytes;
}

export function tokenOfBytes(bytes: Uint8Array): string {
  let token = '';
  for (const byte of bytes) token += CHARACTER_OF_BYTE[byte]!;
  return token;
}

function byteCharacters(): string[] {
  const characters: string[] = [];
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    characters.push(String.fromCharCode(isPrintableLatin1(byte) ? byte : next++));
  }
  return characters;
}

function isPrintableLatin1(byte: number): boolean {
  return (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
}

function bytesOfCharacters(): Int16Array {
  const table = new Int16Array(0x200).fill(-1);
  CHARACTER_OF_BYTE.forEach((character, byte) => (table[character.charCodeAt(0)] = byte));
  return table;
}
