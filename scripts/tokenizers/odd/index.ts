import { BYTE_PAIRS } from './bytePairs.ts';
import type { Oddity } from './parts.ts';
import { WORD_MODELS } from './words.ts';

export const ODDITIES: readonly Oddity[] = [...BYTE_PAIRS, ...WORD_MODELS];

/** Texts that mean something to some of them. */
export const ODD_TEXTS: readonly string[] = [
  ...['hello', 'the theory', 'world ', 'ABC', 'fine', 'he', '你好', 'é', 'a', '😀', '\ufffd', '\u0301', '▁'],
  ...[
    '<a>',
    '<b>',
    ' <a> ',
    '<a><b>',
    '[X]',
    ' [X]',
    '</s>',
    '[MASK]',
    ' [MASK]',
    '  ',
    '\n\n',
    '\u180f',
    '\u{16e97}',
  ],
];
