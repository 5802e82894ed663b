import type { JsonReader } from '../files/reader.ts';
import { Finder } from '../regex/finder.ts';
import type { AlignedText } from '../text/alignedText.ts';
import { replaceMatches } from '../normalizers/replace.ts';
import { splitter } from './behaviours.ts';
import { prepended } from './byteLevel.ts';
import type { Stage } from './index.ts';

const SPACE = new Finder({ text: ' ' });

export function metaspace(config: JsonReader): readonly Stage[] {
  const mark = config.string('replacement');
  const always = config.boolean('add_prefix_space', true) ? 'always' : 'never';
  const scheme = config.string('prepend_scheme', always);
  const rewrite = (piece: AlignedText): AlignedText => {
    const marked = replaceMatches(piece, SPACE, mark);
    const wanted = scheme === 'always' || (scheme === 'first' && piece.origin === 0);
    return wanted && !marked.text.startsWith(mark) ? prepended(marked, mark) : marked;
  };
  const stages: Stage[] = [{ kind: 'rewrite', rewrite }];
  if (config.boolean('split', true)) {
    stages.push({ kind: 'split', split: splitter(new Finder({ text: mark }), 'MergedWithNext', false) });
  }
  return stages;
}
