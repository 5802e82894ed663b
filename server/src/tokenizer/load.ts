import { CoreTokenizer, type Pipeline } from './core.ts';
import { decoderOf } from './decoders/index.ts';
import { tokenBytesOf } from './decoders/tokenBytes.ts';
import { readAddedTokens } from './files/added.ts';
import type { TokenizerFacts } from './files/facts.ts';
import { JsonReader, parseJson } from './files/reader.ts';
import { sha256Hex } from './files/sha256.ts';
import { readPostProcessing } from './files/postProcessing.ts';
import { listedEosIds, readSpecialTokens } from './files/specialTokens.ts';
import { readTokenizerJson, type TokenizerJson } from './files/tokenizerJson.ts';
import { Unsupported } from './files/unsupported.ts';
import { modelOf } from './models/index.ts';
import type { Vocabulary } from './models/vocabulary.ts';
import { normalizerOf } from './normalizers/index.ts';
import { stagesOf } from './pretokenizers/index.ts';
import { TokenizerError, type AddedToken, type Tokenizer, type TokenizerFiles } from './types.ts';

const TOKENIZER_JSON = 'tokenizer.json';
const GENERATION_CONFIG = 'generation_config.json';
const DROPOUT_WARNING = `${TOKENIZER_JSON} sets a dropout, with which texts are cut at random. Ids are those without it: set model.dropout to null.`;

/** Builds the tokenizer that the files describe. Rejects with TokenizerError, which names the file at fault. */
export async function loadTokenizer(files: TokenizerFiles): Promise<Tokenizer> {
  // Hashing runs beside the rest where the platform can.
  const hashing = sha256Hex(files.tokenizer);
  hashing.catch(() => undefined);
  const json = readTokenizerJson(files.tokenizer, TOKENIZER_JSON);
  const pipeline = buildPipeline(json);
  const facts = readFacts(files, json, await hashing);
  return new CoreTokenizer(pipeline, facts);
}

/** Throws TokenizerError for what can't be had exactly: ids that are nearly right help nobody. */
function buildPipeline(json: TokenizerJson): Pipeline {
  try {
    return exactPipeline(json);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    throw new TokenizerError(
      `${TOKENIZER_JSON} uses ${error.what}, which is not known here, so its ids can't be had exactly. ` +
        'Check the template on its text, without a tokenizer, or choose another tokenizer.',
      TOKENIZER_JSON,
    );
  }
}

function exactPipeline(json: TokenizerJson): Pipeline {
  const { tokenizer, vocabulary } = json;
  const stages = stagesOf(tokenizer.optionalChild('pre_tokenizer'));
  const decoder = tokenizer.optionalChild('decoder');
  const bytesAt = stages.findIndex((stage) => stage.kind === 'bytes');
  if (bytesAt >= 0 && bytesAt < stages.length - 1) throw new Unsupported('a pre-tokenizer that cuts bytes');
  return {
    normalize: normalizerOf(tokenizer.optionalChild('normalizer')),
    stages,
    vocabulary,
    model: modelOf(json, bytesAt >= 0),
    decode: decoderOf(decoder),
    bytesOf: tokenBytesOf(decoder),
  };
}

function readFacts(files: TokenizerFiles, json: TokenizerJson, sha256: string): TokenizerFacts {
  const { tokenizer, vocabulary } = json;
  const warnings: string[] = [...(files.warnings ?? [])];
  const config = optionalReader(files.tokenizerConfig, 'tokenizer_config.json');
  const tokensMap = optionalReader(files.specialTokensMap, 'special_tokens_map.json');
  const generation = optionalReader(files.generationConfig, GENERATION_CONFIG);
  const endings = generation ?? modelEndings(files);
  if (Number(tokenizer.child('model').object['dropout'] ?? 0) > 0) warnings.push(DROPOUT_WARNING);
  const addedTokens = readAddedTokens(tokenizer, config, vocabulary, warnings);
  const specialTokens = readSpecialTokens(config?.object ?? null, tokensMap?.object ?? null);
  const idOf = (text: string) => idOfText(text, addedTokens, vocabulary);
  const eosId = idOf(specialTokens['eos_token'] ?? '');
  const listed = listedEosIds(endings?.object ?? null);
  warnings.push(...unknownEndings(endings, listed, addedTokens, vocabulary));
  return {
    sha256,
    vocabularySize:
      vocabulary.size + addedTokens.filter((token) => vocabulary.idOf(token.content) < 0).length,
    addedTokens,
    specialTokens,
    eosIds: [...new Set([...(eosId === null ? [] : [eosId]), ...listed])],
    eosFiles: [config ?? tokensMap, endings].flatMap((reader) => (reader === null ? [] : [reader.file])),
    generationEosIds: generation === null || listed.length === 0 ? null : listed,
    postProcessing: readPostProcessing(tokenizer.object, config?.object ?? null, specialTokens, idOf),
    warnings,
  };
}

/** What `transformers` goes by where there is no generation_config.json; null where that says nothing either. */
function modelEndings({ modelConfig }: TokenizerFiles): JsonReader | null {
  const config = optionalReader(modelConfig ?? null, 'config.json');
  return config !== null && listedEosIds(config.object).length > 0 ? config : null;
}

function unknownEndings(
  endings: JsonReader | null,
  listed: readonly number[],
  addedTokens: readonly AddedToken[],
  vocabulary: Vocabulary,
): string[] {
  const known = new Set(addedTokens.map(({ id }) => id));
  return listed
    .filter((id) => !known.has(id) && vocabulary.textOf(id) === null)
    .map((id) => `${endings?.file} lists ${id} as an end of generation, and no token has this id.`);
}

function idOfText(text: string, addedTokens: readonly AddedToken[], vocabulary: Vocabulary): number | null {
  const added = addedTokens.find((token) => token.content === text);
  if (added !== undefined) return added.id;
  const id = vocabulary.idOf(text);
  return id < 0 ? null : id;
}

function optionalReader(text: string | null, file: string): JsonReader | null {
  return text === null ? null : JsonReader.of(parseJson(text, file), file, '');
}
