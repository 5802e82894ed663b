/** What the development page can show, by name. */
import type { TokenCell, TokenDiffModel, ViewModel } from '../../protocol/views.ts';
import { cellsOf, conversationOf, renderOf, stretchesOf, type TokenRow } from './build.ts';
import { certificate } from './certificate.ts';
import { notPreserved, preserved, refusedDelta, textOnly, toolDelta } from './qwen3.ts';
import { drifts, refusedTurn, unread } from './roundTrip.ts';
import { tokensOfQwen3, tokensWithBlocks } from './tokens.ts';

/** Bytes agree, ids don't; with every kind of character that is hard to see. */
function oddCharacters(): TokenDiffModel {
  const start: readonly TokenRow[] = [
    [151644, '<|im_start|>', 1, 0],
    [872, 'user', 1, 0],
    [198, '\n', 1, 0],
  ];
  const odd: readonly TokenRow[] = [
    [220, '\u00a0', 3, 0],
    [1, 'a\u202eb', 3, 0],
    [2, 'zero\u200bwidth', 3, 0],
    [3, '\ttab', 3, 0],
    [4, '\r\n', 3, 0],
    [5, '👩‍👩‍👧', 3, 0],
    [6, 'العربية', 3, 0],
    [7, '漢字', 3, 0],
    [8, ` ${'long '.repeat(80)}`, 3, 0],
  ];
  const end: readonly TokenRow[] = [
    [151645, '<|im_end|>', 4, 0],
    [198, '\n', 4, 0],
  ];
  const one: readonly TokenRow[] = [[3725, ' ab', 2, 0]];
  const two: readonly TokenRow[] = [
    [264, ' a', 2, 0],
    [65, 'b', 2, 0],
  ];
  const conversation = conversationOf([{ role: 'user', content: ' ab' }]);
  return {
    ...notPreserved,
    title: 'Characters that are hard to see',
    explanation: 'The text is the same, but the boundary falls elsewhere.',
    before: renderOf('Encoded whole', cellsOf([...start, ...one, ...odd, ...end]), conversation, false),
    after: renderOf('Encoded in parts', cellsOf([...start, ...two, ...odd, ...end]), conversation, false),
    stretches: stretchesOf([
      ['equal', 3, 3],
      ['changed', 1, 2],
      ['equal', odd.length + 2, odd.length + 2],
    ]),
    divergence: { before: 3, after: 3 },
  };
}

/** A conversation of about so many tokens in each render. */
function large(size: number): TokenDiffModel {
  const words = [
    ' the',
    ' weather',
    ' in',
    ' Paris',
    ' is',
    ' mild',
    ',',
    ' and',
    ' it',
    ' rains',
    '.',
    '\n',
  ];
  const turn = (message: number): TokenRow[] => [
    [151644, '<|im_start|>', 33, message],
    [872, 'user', 33, message],
    [198, '\n', 33, message],
    ...Array.from({ length: 92 }, (_, i): TokenRow => {
      const word = (message * 7 + i * 5) % words.length;
      return [300 + word, words[word] ?? '', 33, message];
    }),
    [151645, '<|im_end|>', 35, message],
    [198, '\n', 35, message],
  ];
  const turns = Math.ceil(size / 97);
  const tokens = Array.from({ length: turns }, (_, message) => turn(message)).flat();
  const at = Math.floor(turns * 0.6) * 97;
  const inserted: TokenRow[] = [
    [151667, '<think>', 47, 1],
    [271, '\n\n', 47, 1],
  ];
  const both = (cells: readonly TokenCell[]) =>
    renderOf(`${cells.length} tokens`, cells, conversationOf([]), false);
  return {
    ...notPreserved,
    title: `About ${size.toLocaleString('en')} tokens`,
    before: both(cellsOf(tokens)),
    after: both(cellsOf([...tokens.slice(0, at), ...inserted, ...tokens.slice(at)])),
    stretches: stretchesOf([
      ['equal', at, at],
      ['changed', 0, inserted.length],
      ['equal', tokens.length - at, tokens.length - at],
    ]),
    divergence: { before: at, after: at },
  };
}

export const samples: Readonly<Record<string, () => ViewModel>> = {
  'not-preserved': () => notPreserved,
  preserved: () => preserved,
  'text-only': () => textOnly,
  odd: oddCharacters,
  large: () => large(100_000),
  delta: () => toolDelta,
  refused: () => refusedDelta,
  certificate: () => certificate,
  'round-trip': () => drifts,
  'round-trip-unread': () => unread,
  'round-trip-refused': () => refusedTurn,
  tokens: () => tokensOfQwen3,
  'tokens-blocks': () => tokensWithBlocks,
};
