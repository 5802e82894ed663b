import { FunctionValue, python } from '../../evaluate/callable.ts';
import type { Runtime } from '../../evaluate/runtime.ts';
import { chargeText } from '../../values/meter.ts';
import { isTrue } from '../../values/truth.ts';
import { asMarkup } from '../../values/text.ts';
import { capitalize } from '../text/casing.ts';
import { countOf } from '../coerce.ts';

const WORDS = (
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore ' +
  'magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat'
).split(' ');

/** Words of a sentence, at most. */
const SENTENCE = 12;
const AVERAGE_WORD = 8;

function pick(rt: Runtime, low: number, high: number): number {
  return low + Math.min(high - low - 1, Math.floor(rt.random() * (high - low)));
}

/** A paragraph of so many words, in sentences. Which words is chance: no two runs of Python agree either. */
function paragraph(rt: Runtime, count: number): string {
  const sentences: string[] = [];
  let left = count;
  while (left > 0) {
    const length = Math.min(left, pick(rt, SENTENCE / 3, SENTENCE + 1));
    const words = Array.from({ length }, () => WORDS[pick(rt, 0, WORDS.length)] as string);
    sentences.push(`${capitalize(words.join(' '))}.`);
    left -= length;
  }
  return sentences.join(' ');
}

export const lipsum = new FunctionValue(
  python('lipsum', 'generate_lorem_ipsum(n=5, html=True, min=20, max=100)', (rt, n, html, min, max) => {
    const count = Math.max(0, countOf(n));
    const low = countOf(min);
    const high = Math.max(low + 1, countOf(max));
    chargeText(count * high * AVERAGE_WORD);
    const paragraphs = Array.from({ length: count }, () => paragraph(rt, pick(rt, low, high)));
    if (!isTrue(html)) return paragraphs.join('\n\n');
    return asMarkup(paragraphs.map((text) => `<p>${text}</p>`).join('\n'));
  }),
);
