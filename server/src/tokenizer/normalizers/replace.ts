import { readFinder } from '../files/pattern.ts';
import type { JsonReader } from '../files/reader.ts';
import type { Finder } from '../regex/finder.ts';
import { AlignedTextBuilder, type AlignedText } from '../text/alignedText.ts';
import type { Normalizer } from './index.ts';

export function replace(config: JsonReader): Normalizer {
  const finder = readFinder(config);
  const content = config.string('content');
  return (aligned) => replaceMatches(aligned, finder, content);
}

/** Every match gives way to `content`, which stands for the text that the match stood for. */
export function replaceMatches(aligned: AlignedText, finder: Finder, content: string): AlignedText {
  const { text } = aligned;
  if (!finder.find(text, 0)) return aligned;
  const builder = new AlignedTextBuilder(aligned);
  let done = 0;
  let from = 0;
  while (from <= text.length && finder.find(text, from)) {
    builder.keep(done, finder.start);
    if (finder.end > finder.start) builder.replace(finder.start, finder.end, content);
    done = finder.end;
    from = finder.end > finder.start ? finder.end : finder.end + 1;
  }
  builder.keep(done, text.length);
  return builder.build();
}
