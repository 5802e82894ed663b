/** A tokenizer that encodes no text twice: properties, and what they ask of the token layer, share their texts. */
import type { Encoding, Tokenizer } from '../tokenizer/index.ts';

/** `encodings`: by text, of the same tokenizer; added to. */
export function remembering(tokenizer: Tokenizer, encodings: Map<string, Encoding>): Tokenizer {
  const encode = (text: string): Encoding => {
    const known = encodings.get(text);
    if (known !== undefined) return known;
    const encoding = tokenizer.encode(text);
    encodings.set(text, encoding);
    return encoding;
  };
  // All but this is the tokenizer's own.
  return Object.assign(Object.create(tokenizer) as Tokenizer, { encode });
}
