import { tokenOfBytes } from '../../../server/src/tokenizer/text/byteAlphabet.ts';
import { utf8Bytes } from '../../../server/src/tokenizer/text/utf8.ts';

/** What small vocabularies are made of: words that share parts, several scripts, marks, signs. */
const SAMPLE =
  "hello world, the theory of other things; don't do that: I'll tell them all about 1234567 and 3.14 " +
  'Übergröße naïve café été señor Ελλάδα привет мир 你好世界 こんにちは 한국어 क्षि ' +
  'ＦＵＬＬ ﬁne ½ ABC abc Abc <a> <b> [X] </s> foo_bar-baz ... ---- {"a": [1, 2.5]} fn main() { return; }';

export type Merge = readonly [string, string];

export interface Trained {
  /** Texts of tokens; the place is the id. */
  readonly tokens: readonly string[];
  readonly merges: readonly Merge[];
}

/** How a word is spelt before any merge, and what two symbols are merged to. */
interface Spelling {
  readonly words: readonly string[];
  spell(word: string): readonly string[];
  join(left: string, right: string): string;
}

const spacedWords = (mark: string): string[] => SAMPLE.split(' ').map((word) => mark + word);

const join = (left: string, right: string): string => left + right;

/** Bytes in the byte alphabet, as GPT-2 has them. */
export const byteSpelling: Spelling = {
  words: spacedWords(' '),
  spell: (word) => Array.from(utf8Bytes(word), (byte) => tokenOfBytes(Uint8Array.of(byte))),
  join,
};

/** Characters, the space as SentencePiece writes it. */
export const markSpelling: Spelling = { words: spacedWords('▁'), spell: (word) => [...word], join };

/** Characters; those inside and at the end of a word are spelt apart from others. */
export function affixSpelling(prefix: string, suffix: string): Spelling {
  return {
    words: spacedWords(''),
    spell: (word) => {
      const characters = [...word];
      return characters.map(
        (character, at) => (at > 0 ? prefix : '') + character + (at === characters.length - 1 ? suffix : ''),
      );
    },
    join: (left, right) => left + right.slice(prefix.length),
  };
}

/** Byte pairs of the sample, the most frequent first, behind the tokens given. */
export function train(
  { words, spell, join: merged }: Spelling,
  first: readonly string[],
  count: number,
): Trained {
  const spelt = words.map((word) => [...spell(word)]);
  const merges: Merge[] = [];
  const tokens = new Set([...first, ...spelt.flat()]);
  while (merges.length < count) {
    const pair = mostFrequentPair(spelt);
    if (pair === null) break;
    const [left, right] = pair;
    const both = merged(left, right);
    merges.push(pair);
    tokens.add(both);
    for (const word of spelt) {
      for (let at = 0; at + 1 < word.length; at++)
        if (word[at] === left && word[at + 1] === right) word.splice(at, 2, both);
    }
  }
  return { tokens: [...tokens], merges };
}

function mostFrequentPair(words: readonly (readonly string[])[]): Merge | null {
  const counts = new Map<string, { pair: Merge; count: number }>();
  for (const word of words) {
    for (let at = 0; at + 1 < word.length; at++) {
      const pair: Merge = [word[at]!, word[at + 1]!];
      const key = pair.join('\0');
      counts.set(key, { pair, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  let best: { pair: Merge; count: number } | null = null;
  for (const found of counts.values()) if (best === null || found.count > best.count) best = found;
  return best?.pair ?? null;
}
