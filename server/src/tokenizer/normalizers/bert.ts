import type { JsonReader } from '../files/reader.ts';
import { propertyClass } from '../regex/properties.ts';
import { OLDER_CONTROL, OLDER_NONSPACING_MARK } from '../text/olderUnicode.ts';
import type { Normalizer } from './index.ts';
import { byCharacter, lowercase, without } from './simple.ts';
import { unicodeForm } from './unicode.ts';

const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u;
const BLANK = new RegExp(propertyClass('space')!, 'v');

/** What BERT does to a text before it cuts it. */
export function bert(config: JsonReader): Normalizer {
  const lower = config.boolean('lowercase', true);
  const steps: readonly (readonly [boolean, Normalizer])[] = [
    [config.boolean('clean_text', true), clean],
    [config.boolean('handle_chinese_chars', true), apart],
    [config.boolean('strip_accents', lower), withoutAccents],
    [lower, lowercase],
  ];
  const taken = steps.filter(([wanted]) => wanted).map(([, step]) => step);
  return (aligned) => taken.reduce((text, step) => step(text), aligned);
}

const withoutControls = without(OLDER_CONTROL);
/** Controls go; every other blank is a space. */
const clean: Normalizer = (aligned) =>
  byCharacter(withoutControls(aligned), (character) => (BLANK.test(character) ? ' ' : character));

const apart: Normalizer = (aligned) =>
  byCharacter(aligned, (character) => (IDEOGRAPH.test(character) ? ` ${character} ` : character));

const decomposed = unicodeForm('NFD');
const withoutMarks = without(OLDER_NONSPACING_MARK);
const withoutAccents: Normalizer = (aligned) => withoutMarks(decomposed(aligned));
