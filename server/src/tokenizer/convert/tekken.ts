/** Mistral's tekken.json: ranks, how text is cut, and the special tokens, which come before all others. */
import { JsonReader, parseJson } from '../files/reader.ts';
import { TokenizerError, type TokenizerFiles } from '../types.ts';
import type { AddedTokenEntry } from './byteLevel.ts';
import { bytesOfBase64 } from '../text/base64.ts';
import { rankedJson } from './ranks.ts';

/** Of the files that do not list theirs. */
const FIRST_SPECIAL: readonly string[] = [
  ...['<unk>', '<s>', '</s>', '[INST]', '[/INST]', '[AVAILABLE_TOOLS]', '[/AVAILABLE_TOOLS]'],
  ...['[TOOL_RESULTS]', '[/TOOL_RESULTS]', '[TOOL_CALLS]', '[IMG]', '<pad>', '[IMG_BREAK]', '[IMG_END]'],
  ...['[PREFIX]', '[MIDDLE]', '[SUFFIX]', '[SYSTEM_PROMPT]', '[/SYSTEM_PROMPT]', '[TOOL_CONTENT]'],
];
const NAMED = { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>', pad_token: '<pad>' } as const;

/** Throws TokenizerError, which names the field that is wrong. */
export function tekkenFiles(
  text: string,
  file: string,
  others: Omit<TokenizerFiles, 'tokenizer'>,
): TokenizerFiles {
  const json = JsonReader.of(parseJson(text, file), file, '');
  const config = json.child('config');
  const special = specialIn(json, config.integer('default_num_special_tokens'));
  const size = config.integer('default_vocab_size') - special.length;
  const tokens = json
    .children('vocab')
    .slice(0, Math.max(0, size))
    .map((entry) => {
      const bytes = bytesOfBase64(entry.string('token_bytes'));
      if (bytes === null) throw entry.error('has token_bytes that are no base64.');
      return { bytes, id: entry.integer('rank') + special.length };
    })
    .sort((a, b) => a.id - b.id);
  const last = tokens.at(-1)?.id ?? -1;
  if (tokens.length === 0 || last !== special.length + tokens.length - 1) {
    throw new TokenizerError(`${file}: vocab has to have the ranks from 0 on, without gaps.`, file);
  }
  const tokenizer = rankedJson({ tokens, added: special, pattern: config.string('pattern') });
  const tokenizerConfig = others.tokenizerConfig ?? JSON.stringify(namedIn(special));
  return { ...others, tokenizer, tokenizerConfig };
}

function specialIn(json: JsonReader, count: number): AddedTokenEntry[] {
  const listed = new Map<number, string>();
  if (json.has('special_tokens')) {
    for (const entry of json.children('special_tokens'))
      listed.set(entry.integer('rank'), entry.string('token_str'));
  } else {
    FIRST_SPECIAL.forEach((content, id) => listed.set(id, content));
  }
  if (count < 0 || count > 100_000) throw json.error(`has ${count} special tokens.`);
  return Array.from({ length: count }, (_, id) => ({
    id,
    content: listed.get(id) ?? `<SPECIAL_${id}>`,
    special: true,
  }));
}

function namedIn(special: readonly AddedTokenEntry[]): Record<string, string> {
  const there = new Set(special.map(({ content }) => content));
  return Object.fromEntries(Object.entries(NAMED).filter(([, content]) => there.has(content)));
}
