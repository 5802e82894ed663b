/** Rank files and an oracle, from the official library's package. */
import { fixtureRequire } from '../../../../../scripts/tokenizers/packages.ts';

interface Encoder {
  encode(text: string, allowedSpecial: 'all'): Uint32Array;
  free(): void;
}

/** The rank file of an encoding, as it is published: the package keeps many tokens on a line. */
export function rankFile(encoding: string): string {
  const { bpe_ranks } = fixtureRequire(`tiktoken/encoders/${encoding}.json`) as { bpe_ranks: string };
  return bpe_ranks
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [, first, ...tokens] = line.split(' ');
      return tokens.map((token, index) => `${token} ${Number(first) + index}\n`);
    })
    .join('');
}

/** What the official library makes of texts, special tokens understood. */
export function tiktokenIds(encoding: string, texts: readonly string[]): number[][] {
  const { get_encoding } = fixtureRequire('tiktoken') as { get_encoding(name: string): Encoder };
  const encoder = get_encoding(encoding);
  try {
    return texts.map((text) => [...encoder.encode(text, 'all')]);
  } finally {
    encoder.free();
  }
}
