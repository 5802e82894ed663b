import { TokenizerError } from '../types.ts';
import { PatternError } from '../regex/cursor.ts';
import { Finder, type Pattern } from '../regex/finder.ts';
import type { JsonReader } from './reader.ts';

/** The finder of a `pattern` field: `{"String": ...}`, `{"Regex": ...}` or, in old files, a string. */
export function readFinder(config: JsonReader): Finder {
  return finderOf(readPattern(config), config.file);
}

export function readPattern(config: JsonReader): Pattern {
  if (typeof config.object['pattern'] === 'string') return { text: config.string('pattern') };
  const pattern = config.child('pattern');
  return pattern.has('Regex') ? { regex: pattern.string('Regex') } : { text: pattern.string('String') };
}

export function finderOf(pattern: Pattern, file: string): Finder {
  try {
    return new Finder(pattern);
  } catch (error) {
    if (error instanceof PatternError || error instanceof SyntaxError) {
      throw new TokenizerError(`${file}: ${error.message}.`, file);
    }
    throw error;
  }
}
