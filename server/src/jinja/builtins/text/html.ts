/** Markup's way back to plain text. */
import { decodeHTML } from 'entities';
import { chargeText } from '../../values/meter.ts';
import { madeFrom, textOf } from '../../values/text.ts';
import type { Text } from '../../values/types.ts';
import { SPACE } from './classes.ts';

const BLANKS = new RegExp(`[${SPACE}]+`, 'g');

/** Character references to characters. */
export function unescape(text: Text): Text {
  chargeText(textOf(text).length);
  return madeFrom(decodeHTML(textOf(text)), text);
}

/** Takes out every stretch from `open` to the next `close`; one that is not closed stays. */
function without(text: string, open: string, close: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + close.length;
  }
}

/** Text without comments and tags, its blanks made one, character references resolved. */
export function stripTags(text: Text): Text {
  chargeText(textOf(text).length);
  const bare = without(without(textOf(text), '<!--', '-->'), '<', '>');
  const words = bare.replace(BLANKS, ' ');
  const trimmed = words.slice(words.startsWith(' ') ? 1 : 0, words.endsWith(' ') ? -1 : undefined);
  return madeFrom(decodeHTML(trimmed), text);
}
