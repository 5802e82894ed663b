import type { TokenizerJson } from '../files/tokenizerJson.ts';
import { Unsupported } from '../files/unsupported.ts';
import { bpe } from './bpe.ts';
import type { Model } from './piece.ts';
import { unigram } from './unigram.ts';
import { wordLevel } from './wordLevel.ts';
import { wordPiece } from './wordPiece.ts';

/** What a file says of its model; null for a model that its parts do not make. */
type Build = (json: TokenizerJson, byteLevel: boolean) => Model | null;

/** By the `type` in tokenizer.json. */
const MODELS: Readonly<Record<string, Build>> = {
  BPE: ({ tokenizer, vocabulary, merges }, byteLevel) =>
    merges && bpe(tokenizer.child('model'), vocabulary, merges.table(), byteLevel),
  Unigram: ({ tokenizer, vocabulary, scores }, byteLevel) =>
    byteLevel ? null : scores && unigram(tokenizer.child('model'), vocabulary, scores),
  WordLevel: ({ tokenizer, vocabulary }, byteLevel) =>
    byteLevel ? null : wordLevel(tokenizer.child('model'), vocabulary),
  WordPiece: ({ tokenizer, vocabulary }, byteLevel) =>
    byteLevel ? null : wordPiece(tokenizer.child('model'), vocabulary),
};

const known = Object.keys(MODELS).join(', ');

/** `byteLevel`: pieces of bytes come in. Throws Unsupported for a model that is not covered, TokenizerError for a broken one. */
export function modelOf(json: TokenizerJson, byteLevel: boolean): Model {
  const { tokenizer, merges, scores } = json;
  const type = tokenizer
    .child('model')
    .string('type', merges !== null ? 'BPE' : scores !== null ? 'Unigram' : '');
  const build = Object.hasOwn(MODELS, type) ? MODELS[type] : undefined;
  if (build === undefined)
    throw new Unsupported(
      `${type === '' ? 'a model without a type' : `a model of type ${type}`} (known are ${known})`,
    );
  const model = build(json, byteLevel);
  if (model === null)
    throw new Unsupported(`a model of type ${type} ${byteLevel ? 'over bytes' : 'without its parts'}`);
  return model;
}
