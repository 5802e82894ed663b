import { byteAlphabetBytes, CoreTokenizer, type Pipeline } from './core.ts';
import { decoderOf } from './decoders/index.ts';
import { readAddedTokens } from './files/added.ts';
import type { TokenizerFacts } from './files/facts.ts';
import { JsonReader, parseJson, type JsonObject } from './files/reader.ts';
import { sha256Hex } from './files/sha256.ts';
import { Unsupported } from './files/unsupported.ts';
import { readEosIds, readSpecialTokens } from './files/special-tokens.ts';
import { BpeModel } from './models/bpe.ts';
import { readVocabulary, type Vocabulary } from './models/vocabulary.ts';
import { normalizerOf } from './normalizers/index.ts';
import { stagesOf } from './pretokenizers/index.ts';
import { StockTokenizer } from './stock/stock.ts';
import { utf8Bytes } from './text/utf8.ts';
import type { Tokenizer, TokenizerFiles } from './types.ts';

const TOKENIZER_JSON = 'tokenizer.json';

/** Builds the tokenizer that the files describe. Rejects with TokenizerError, which names the file at fault. */
export async function loadTokenizer(files: TokenizerFiles): Promise<Tokenizer> {
  // Hashing runs beside the rest where the platform can.
  const hashing = sha256Hex(files.tokenizer);
  hashing.catch(() => undefined);
  const tokenizer = JsonReader.of(parseJson(files.tokenizer, TOKENIZER_JSON), TOKENIZER_JSON, '');
  const model = tokenizer.child('model');
  const vocabulary = readVocabulary(model);
  const pipeline = buildPipeline(tokenizer, model, vocabulary);
  const facts = readFacts(files, tokenizer, vocabulary, await hashing);
  return pipeline instanceof Unsupported
    ? new StockTokenizer(tokenizer.object, TOKENIZER_JSON, facts, pipeline.what)
    : new CoreTokenizer(pipeline, facts);
}

/** Or what of it the exact core does not cover. */
function buildPipeline(
  tokenizer: JsonReader,
  model: JsonReader,
  vocabulary: Vocabulary,
): Pipeline | Unsupported {
  try {
    return exactPipeline(tokenizer, model, vocabulary);
  } catch (error) {
    if (error instanceof Unsupported) return error;
    throw error;
  }
}

function exactPipeline(tokenizer: JsonReader, model: JsonReader, vocabulary: Vocabulary): Pipeline {
  const type = model.string('type', 'BPE');
  if (type !== 'BPE') throw new Unsupported(`a ${type} model`);
  const stages = stagesOf(tokenizer.optionalChild('pre_tokenizer'));
  const byteLevel = stages.some((stage) => stage.kind === 'bytes');
  return {
    normalize: normalizerOf(tokenizer.optionalChild('normalizer')),
    stages,
    vocabulary,
    model: new BpeModel(model, vocabulary, byteLevel),
    decode: decoderOf(tokenizer.optionalChild('decoder')),
    bytesOf: byteLevel ? byteAlphabetBytes : utf8Bytes,
  };
}

function readFacts(
  files: TokenizerFiles,
  tokenizer: JsonReader,
  vocabulary: Vocabulary,
  sha256: string,
): TokenizerFacts {
  const warnings: string[] = [];
  const addedTokens = readAddedTokens(tokenizer, vocabulary, warnings);
  const specialTokens = readSpecialTokens(
    optionalObject(files.tokenizerConfig, 'tokenizer_config.json'),
    optionalObject(files.specialTokensMap, 'special_tokens_map.json'),
  );
  const eosToken = specialTokens['eos_token'];
  const eosAdded = addedTokens.find((token) => token.content === eosToken);
  const eosId = eosToken === undefined ? null : (eosAdded?.id ?? vocabulary.idOf.get(eosToken) ?? null);
  return {
    sha256,
    vocabularySize: new Set([...vocabulary.idOf.values(), ...addedTokens.map((token) => token.id)]).size,
    addedTokens,
    specialTokens,
    eosIds: readEosIds(eosId, optionalObject(files.generationConfig, 'generation_config.json')),
    warnings,
  };
}

function optionalObject(text: string | null, file: string): JsonObject | null {
  return text === null ? null : JsonReader.of(parseJson(text, file), file, '').object;
}
