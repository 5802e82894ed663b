import type { JsonReader } from '../files/reader.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Of a model that can't do without; throws TokenizerError where its vocabulary lacks it. */
export function unknownIdOf(config: JsonReader, vocabulary: Vocabulary): number {
  const token = config.string('unk_token');
  const id = vocabulary.idOf(token);
  if (id < 0) {
    throw config.error(`names the unknown token ${JSON.stringify(token)}, which is not in its vocabulary.`);
  }
  return id;
}
