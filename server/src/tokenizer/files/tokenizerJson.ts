import { TokenizerError } from '../types.ts';
import { BadMerge, MergeList } from '../models/mergeList.ts';
import { Vocabulary } from '../models/vocabulary.ts';
import { JsonScanner, NotPlain } from './jsonScanner.ts';
import { isJsonObject, JsonReader, parseJson, type JsonObject } from './reader.ts';

const SPACE = 0x20;

/** tokenizer.json, its two long parts read apart from the rest. */
export interface TokenizerJson {
  /** The file without `model.vocab` and `model.merges`. */
  readonly tokenizer: JsonReader;
  readonly vocabulary: Vocabulary;
  /** Null for a model without merges. */
  readonly merges: MergeList | null;
  /** Of each token by id; null for a vocabulary without. */
  readonly scores: Float64Array | null;
}

/** Throws TokenizerError. */
export function readTokenizerJson(text: string, file: string): TokenizerJson {
  try {
    return readInPlace(text, file);
  } catch (error) {
    // A merge may only look bad because its members come in another order.
    if (!(error instanceof NotPlain) && !(error instanceof BadMerge)) throw error;
    return readParsed(parseJson(text, file), file);
  }
}

/** The quick way, in one pass: only the short parts of the file become objects. */
function readInPlace(text: string, file: string): TokenizerJson {
  const scanner = new JsonScanner(text, 0);
  const vocabulary = new Vocabulary();
  let merges: MergeList | null = null;
  let prefix = 0;
  let rest = '';
  let done = 0;
  const cutting = (read: () => void): void => {
    rest += `${text.slice(done, scanner.at)}null`;
    read();
    done = scanner.at;
  };
  const readModel = (member: string): void => {
    if (member === 'vocab') {
      cutting(() => scanner.numbers((id) => vocabulary.add(scanner.units, scanner.length, id)));
    } else if (member === 'merges' && scanner.startsWith('[')) {
      const list = new MergeList(vocabulary, prefix);
      cutting(() => scanMerges(scanner, list));
      merges = list;
    } else if (member === 'continuing_subword_prefix' && scanner.startsWith('"')) {
      scanner.length = 0;
      scanner.readString();
      prefix = scanner.length;
    } else {
      scanner.skipValue();
    }
  };
  scanner.object((key) => {
    if (key === 'model' && scanner.startsWith('{')) scanner.object(readModel);
    else scanner.skipValue();
  });
  const tokenizer = JsonReader.of(parseRest(rest + text.slice(done)), file, '');
  // Members in another order than every writer uses: the prefix or the vocabulary came too late.
  if (vocabulary.size === 0 || prefix !== prefixLength(tokenizer)) throw new NotPlain();
  return { tokenizer, vocabulary, merges, scores: null };
}

/** A scan can pass over what the parser refuses; the whole text then goes to the parser. */
function parseRest(rest: string): unknown {
  try {
    return JSON.parse(rest);
  } catch {
    throw new NotPlain();
  }
}

/** A merge is `"left right"`, or `["left", "right"]`. */
function scanMerges(scanner: JsonScanner, list: MergeList): void {
  scanner.list(() => {
    scanner.length = 0;
    if (scanner.startsWith('[')) {
      let split = -1;
      let parts = 0;
      scanner.list(() => {
        if (parts++ === 1) split = scanner.length;
        scanner.readString();
      });
      if (parts !== 2) throw new BadMerge(list.rank, 'must be a pair of tokens');
      list.add(scanner.units, split, scanner.length);
    } else {
      scanner.readString();
      addSpaced(list, scanner.units, scanner.length);
    }
  });
}

function addSpaced(list: MergeList, units: Uint16Array, length: number): void {
  const split = units.subarray(0, length).indexOf(SPACE);
  if (split < 0 || units.subarray(split + 1, length).includes(SPACE)) {
    throw new BadMerge(list.rank, 'must be two tokens with one space between them');
  }
  units.copyWithin(split, split + 1, length);
  list.add(units, split, length - 1);
}

/** The ordinary way, with errors that name the entry. */
function readParsed(value: unknown, file: string): TokenizerJson {
  const tokenizer = JsonReader.of(value, file, '');
  const model = tokenizer.child('model');
  const vocabulary = new Vocabulary();
  const vocab = model.object['vocab'];
  const scores = Array.isArray(vocab) ? addScored(model, vocabulary, vocab) : null;
  if (scores === null) addNumbered(model, vocabulary, model.child('vocab').object);
  if (!model.has('merges')) return { tokenizer, vocabulary, merges: null, scores };
  const list = new MergeList(vocabulary, prefixLength(tokenizer));
  withRank(file, () => {
    for (const merge of model.list('merges')) addMerge(list, merge);
  });
  return { tokenizer, vocabulary, merges: list, scores };
}

function addNumbered(model: JsonReader, vocabulary: Vocabulary, vocab: JsonObject): void {
  for (const [token, id] of Object.entries(vocab)) {
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > 99_999_999) {
      throw model.error(`gives the token ${JSON.stringify(token)} an id that is no whole number.`);
    }
    vocabulary.addText(token, id);
  }
}

/** Tokens with scores: the id is the position. */
function addScored(model: JsonReader, vocabulary: Vocabulary, vocab: readonly unknown[]): Float64Array {
  return Float64Array.from(vocab, (entry, id) => {
    const [token, score] = (Array.isArray(entry) ? entry : []) as unknown[];
    if (typeof token !== 'string' || typeof score !== 'number') {
      throw model.error(`has no token with a score at vocab[${id}].`);
    }
    vocabulary.addText(token, id);
    return score;
  });
}

function addMerge(list: MergeList, merge: unknown): void {
  const units = (text: string): Uint16Array => Uint16Array.from(text, (character) => character.charCodeAt(0));
  if (typeof merge === 'string') {
    addSpaced(list, units(merge), merge.length);
    return;
  }
  const [left, right, ...more] = (Array.isArray(merge) ? merge : []) as unknown[];
  if (typeof left !== 'string' || typeof right !== 'string' || more.length > 0)
    throw new BadMerge(list.rank, 'must be a pair of tokens');
  list.add(units(left + right), left.length, left.length + right.length);
}

function prefixLength(tokenizer: JsonReader): number {
  const model = tokenizer.object['model'];
  const prefix = isJsonObject(model) ? model['continuing_subword_prefix'] : null;
  return typeof prefix === 'string' ? prefix.length : 0;
}

function withRank(file: string, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof BadMerge) throw new TokenizerError(`${file}: model.${error.message}.`, file);
    throw error;
  }
}
