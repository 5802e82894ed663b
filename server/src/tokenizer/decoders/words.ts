import type { JsonReader } from '../files/reader.ts';
import type { DecodeStep } from './index.ts';

/** English spelling, as clean-up has it: what stands before a sign or a contraction goes. Each in this order. */
const CLEANED: readonly (readonly [string, string])[] = [
  [' .', '.'],
  [' ?', '?'],
  [' !', '!'],
  [' ,', ','],
  [" ' ", "'"],
  [" n't", "n't"],
  [" 'm", "'m"],
  [' do not', " don't"],
  [" 's", "'s"],
  [" 've", "'ve"],
  [" 're", "'re"],
];

/** Words are parted by blanks; what continues one begins with the prefix. */
export function wordPiece(config: JsonReader): DecodeStep {
  const prefix = config.string('prefix', '##');
  const cleanup = config.boolean('cleanup', true);
  return (tokens) =>
    tokens.map((token, at) => {
      const continues = at > 0 && token.startsWith(prefix);
      const text = at === 0 ? token : continues ? token.slice(prefix.length) : ` ${token}`;
      return cleanup ? CLEANED.reduce((clean, [from, to]) => clean.replaceAll(from, to), text) : text;
    });
}

/** The suffix ends a word: a blank, except behind the last. */
export function bpeSuffix(config: JsonReader): DecodeStep {
  const suffix = config.string('suffix', '</w>');
  return (tokens) => tokens.map((token, at) => token.replaceAll(suffix, at === tokens.length - 1 ? '' : ' '));
}
