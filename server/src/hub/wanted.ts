/** Which files of a repository make its tokenizer: never weights. */

/** Always taken, where they are there. */
const TOKENIZER: readonly RegExp[] = [
  /^tokenizer\.json$/,
  /^tokenizer_config\.json$/,
  /^special_tokens_map\.json$/,
  /^chat_template[^/]*\.jinja$/,
  /^chat_template\.json$/,
  /^additional_chat_templates\/[^/]+\.jinja$/,
  /^processor_config\.json$/,
];

/** Says what ends generation, where the first does not. */
const ENDINGS: readonly string[] = ['generation_config.json', 'config.json'];

/** Other forms, the best first: the first that is there is taken where there is no tokenizer.json. */
const OTHER_FORMS: readonly RegExp[] = [
  /^tekken\.json$/,
  /^([^/]+\.tiktoken|tiktoken\.model)$/,
  /^tokenizer\.model$/,
];

export interface WantedFiles {
  readonly files: readonly string[];
  /** Whether they hold a vocabulary, in any form. */
  readonly hasVocabulary: boolean;
}

export function wantedFiles(names: readonly string[]): WantedFiles {
  const ending = ENDINGS.find((name) => names.includes(name));
  const files = names.filter((name) => name === ending || TOKENIZER.some((pattern) => pattern.test(name)));
  if (files.includes('tokenizer.json')) return { files, hasVocabulary: true };
  const other = OTHER_FORMS.map((pattern) => names.filter((name) => pattern.test(name))).find(
    (found) => found.length > 0,
  );
  return { files: [...files, ...(other ?? [])], hasVocabulary: other !== undefined };
}
