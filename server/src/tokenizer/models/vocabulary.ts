import type { JsonReader } from '../files/reader.ts';

/** Token texts and ids, as the file spells them. */
export interface Vocabulary {
  readonly idOf: ReadonlyMap<string, number>;
  /** By id; holes are undefined. */
  readonly tokenOf: readonly (string | undefined)[];
}

/** The `vocab` of a model: an object of ids by token, or a list of tokens with scores, the id being the position. */
export function readVocabulary(model: JsonReader): Vocabulary {
  return Array.isArray(model.object['vocab']) ? scoredVocabulary(model) : plainVocabulary(model);
}

function scoredVocabulary(model: JsonReader): Vocabulary {
  const tokenOf = model.list('vocab').map((entry, id) => {
    const token: unknown = Array.isArray(entry) ? entry[0] : undefined;
    if (typeof token !== 'string') throw model.error(`has no token at vocab[${id}].`);
    return token;
  });
  return { tokenOf, idOf: new Map(tokenOf.map((token, id) => [token, id])) };
}

function plainVocabulary(model: JsonReader): Vocabulary {
  const vocab = model.child('vocab').object;
  const idOf = new Map<string, number>();
  const tokenOf: (string | undefined)[] = [];
  for (const token in vocab) {
    const id = vocab[token];
    if (typeof id !== 'number' || !(id >= 0 && id < 0x1000000)) {
      throw model.error(`gives the token ${JSON.stringify(token)} an id that is no whole number.`);
    }
    idOf.set(token, id);
    while (tokenOf.length < id) tokenOf.push(undefined);
    tokenOf[id] = token;
  }
  return { idOf, tokenOf };
}
