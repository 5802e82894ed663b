import type { Vocabulary } from '../models/vocabulary.ts';
import type { AddedToken } from '../types.ts';
import type { JsonReader } from './reader.ts';

/**
 * The added tokens with the ids that the reference gives them: that of the vocabulary if the text is in it, else the
 * next free one, whatever the file says. `warnings` gains a line for each id that differs from the file's.
 */
export function readAddedTokens(
  tokenizer: JsonReader,
  vocabulary: Vocabulary,
  warnings: string[],
): AddedToken[] {
  const byContent = new Map<string, AddedToken>();
  const vocabularySize = vocabulary.size;
  let highest = -1;
  for (const entry of tokenizer.has('added_tokens') ? tokenizer.children('added_tokens') : []) {
    const content = entry.string('content');
    if (content === '') continue;
    const fileId = entry.integer('id');
    const inVocabulary = vocabulary.idOf(content);
    const known = inVocabulary >= 0 ? inVocabulary : byContent.get(content)?.id;
    const id = known ?? Math.max(highest + 1, vocabularySize);
    if (id !== fileId) {
      warnings.push(`${tokenizer.file} gives ${content} the id ${fileId}, but tokenizers use ${id} for it.`);
    }
    highest = Math.max(highest, id);
    const special = entry.boolean('special', false);
    byContent.set(content, {
      id,
      content,
      special,
      lstrip: entry.boolean('lstrip', false),
      rstrip: entry.boolean('rstrip', false),
      singleWord: entry.boolean('single_word', false),
      normalized: entry.boolean('normalized', !special),
    });
  }
  return [...byContent.values()];
}
