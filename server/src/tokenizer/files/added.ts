import type { Vocabulary } from '../models/vocabulary.ts';
import type { AddedToken } from '../types.ts';
import { isJsonObject, JsonReader, type JsonObject } from './reader.ts';
import { tokenText } from './specialTokens.ts';

const NAMED = ['bos', 'eos', 'unk', 'sep', 'pad', 'cls', 'mask'].map((name) => `${name}_token`);
const LISTS: readonly string[] = ['additional_special_tokens', 'extra_special_tokens'];

/**
 * The added tokens of tokenizer.json, then those that only the tokenizer config has: `transformers` adds them too. Ids
 * are what the reference gives: that of the vocabulary if the text is in it, else the next free one, whatever the files
 * say. `warnings` gains a line for each id that differs from tokenizer.json's.
 */
export function readAddedTokens(
  tokenizer: JsonReader,
  config: JsonReader | null,
  vocabulary: Vocabulary,
  warnings: string[],
): AddedToken[] {
  const list = new AddedTokenList(vocabulary);
  for (const entry of tokenizer.has('added_tokens') ? tokenizer.children('added_tokens') : []) {
    const content = entry.string('content');
    const fileId = entry.integer('id');
    const id = list.add(content, entry);
    if (id !== fileId && content !== '') {
      warnings.push(`${tokenizer.file} gives ${content} the id ${fileId}, but tokenizers use ${id} for it.`);
    }
  }
  for (const entry of config === null ? [] : configTokens(config)) {
    if (!list.has(entry.string('content'))) list.add(entry.string('content'), entry);
  }
  return list.tokens();
}

class AddedTokenList {
  private readonly byContent = new Map<string, AddedToken>();
  private highest = -1;

  constructor(private readonly vocabulary: Vocabulary) {}

  has(content: string): boolean {
    return content === '' || this.byContent.has(content);
  }

  /** The id given. */
  add(content: string, flags: JsonReader): number {
    const inVocabulary = this.vocabulary.idOf(content);
    const known = inVocabulary >= 0 ? inVocabulary : this.byContent.get(content)?.id;
    const id = known ?? Math.max(this.highest + 1, this.vocabulary.size);
    if (content === '') return id;
    this.highest = Math.max(this.highest, id);
    const special = flags.boolean('special', false);
    this.byContent.set(content, {
      id,
      content,
      special,
      lstrip: flags.boolean('lstrip', false),
      rstrip: flags.boolean('rstrip', false),
      singleWord: flags.boolean('single_word', false),
      normalized: flags.boolean('normalized', !special),
    });
    return id;
  }

  tokens(): AddedToken[] {
    return [...this.byContent.values()];
  }
}

/** `added_tokens_decoder` in the order of ids, then the special tokens by name and in lists. */
function configTokens(config: JsonReader): JsonReader[] {
  const decoder = config.object['added_tokens_decoder'];
  const numbered = isJsonObject(decoder) ? Object.values(decoder).filter(isJsonObject) : [];
  const named = NAMED.map((name) => config.object[name]);
  const listed = LISTS.flatMap((name) => valuesOf(config.object[name]));
  const special = [...named, ...listed].flatMap((value): JsonObject[] => {
    const content = tokenText(value);
    return content === null ? [] : [{ ...(isJsonObject(value) ? value : {}), content, special: true }];
  });
  return [...numbered.filter((entry) => tokenText(entry) !== null), ...special].map(
    (entry) => new JsonReader(entry, config.file, 'an added token'),
  );
}

function valuesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return isJsonObject(value) ? Object.values(value) : [];
}
