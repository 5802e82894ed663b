import { finderOf, readFinder } from '../files/pattern.ts';
import type { JsonReader } from '../files/reader.ts';
import { Finder } from '../regex/finder.ts';
import { OLDER_PUNCTUATION } from '../text/olderUnicode.ts';
import { WORD } from '../text/wordCharacter.ts';
import { isBehaviour, splitter } from './behaviours.ts';
import type { Stage } from './index.ts';

const PUNCTUATION = new Finder({ regex: OLDER_PUNCTUATION });

export function split(config: JsonReader): readonly Stage[] {
  const behaviour = readBehaviour(config, undefined);
  return [{ kind: 'split', split: splitter(readFinder(config), behaviour, config.boolean('invert', false)) }];
}

export function characterDelimiter(config: JsonReader): readonly Stage[] {
  return [splitAt(finderOf({ text: config.string('delimiter') }, config.file), 'Removed')];
}

export function digits(config: JsonReader): readonly Stage[] {
  return [
    splitAt(
      new Finder({ regex: '\\p{N}' }),
      config.boolean('individual_digits', false) ? 'Isolated' : 'Contiguous',
    ),
  ];
}

export function bert(): readonly Stage[] {
  return [...whitespaceSplit(), splitAt(PUNCTUATION, 'Isolated')];
}

export function punctuation(config: JsonReader): readonly Stage[] {
  return [splitAt(PUNCTUATION, readBehaviour(config, 'Isolated'))];
}

export function whitespace(): readonly Stage[] {
  return [
    { kind: 'split', split: splitter(new Finder({ regex: `${WORD}+|[^${WORD}\\s]+` }), 'Removed', true) },
  ];
}

export function whitespaceSplit(): readonly Stage[] {
  return [splitAt(new Finder({ regex: '\\s' }), 'Removed')];
}

function splitAt(finder: Finder, behaviour: string): Stage {
  return { kind: 'split', split: splitter(finder, behaviour, false) };
}

function readBehaviour(config: JsonReader, otherwise: string | undefined): string {
  const behaviour = config.string('behavior', otherwise);
  if (!isBehaviour(behaviour)) throw config.error(`has an unknown behavior ${JSON.stringify(behaviour)}.`);
  return behaviour;
}
