/** Rank files of tiktoken: a line for each token, its bytes in base64 and its rank. */
import { JsonReader, parseJson } from '../files/reader.ts';
import { TokenizerError, type TokenizerFiles } from '../types.ts';
import type { AddedTokenEntry } from './byteLevel.ts';
import { KNOWN_RANKS, type KnownRanks } from './rankFiles.ts';
import { bytesOfBase64 } from '../text/base64.ts';
import { rankedJson } from './ranks.ts';

export interface TiktokenFiles {
  readonly ranks: string;
  /** Of `ranks`, for errors. */
  readonly file: string;
  readonly tokenizerConfig: string | null;
  readonly generationConfig: string | null;
  readonly specialTokensMap: string | null;
}

/** Whether a text is a rank file by its first line: `tokenizer.model` may be one, or SentencePiece's. */
export const looksLikeRanks = (text: string): boolean =>
  /^[A-Za-z0-9+/]+={0,2} \d+\r?\n/.test(text.slice(0, 4096));

/** Throws TokenizerError for a file that is none, and for a vocabulary of which the rest is not known. */
export function tiktokenFiles(files: TiktokenFiles): TokenizerFiles {
  const { file, generationConfig, specialTokensMap } = files;
  const tokens = tokensIn(files.ranks, file);
  const known = KNOWN_RANKS.find(({ count }) => count === tokens.length);
  if (known === undefined) {
    const names = KNOWN_RANKS.map(({ name }) => name).join(', ');
    throw new TokenizerError(
      `${file} has ${tokens.length} tokens and does not say how text is cut before merging; that is known for ${names} only. ` +
        'Convert it with transformers (convert_slow_tokenizer.TikTokenConverter), or use a tokenizer.json.',
      file,
    );
  }
  const tokenizer = rankedJson({ tokens, added: addedIn(files, known), pattern: known.pattern });
  const tokenizerConfig = files.tokenizerConfig ?? JSON.stringify({ eos_token: known.eos });
  return { tokenizer, tokenizerConfig, generationConfig, specialTokensMap };
}

function tokensIn(text: string, file: string): { bytes: Uint8Array; id: number }[] {
  const tokens: { bytes: Uint8Array; id: number }[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const [, base64 = '', rank] = /^(\S+) (\d+)\r?$/.exec(line) ?? [];
    const bytes = rank === undefined ? null : bytesOfBase64(base64);
    if (bytes === null || Number(rank) > 99_999_999) {
      throw new TokenizerError(
        `${file}:${index + 1} is no token: it has to be its bytes in base64, and its rank.`,
        file,
      );
    }
    tokens.push({ bytes, id: Number(rank) });
  });
  return tokens.sort((a, b) => a.id - b.id);
}

function addedIn({ tokenizerConfig, file }: TiktokenFiles, { name, special }: KnownRanks): AddedTokenEntry[] {
  const configName = 'tokenizer_config.json';
  const config =
    tokenizerConfig === null ? null : JsonReader.of(parseJson(tokenizerConfig, configName), configName, '');
  const decoder = config?.optionalChild('added_tokens_decoder') ?? null;
  if (decoder !== null) {
    return Object.keys(decoder.object)
      .filter((id) => /^\d{1,8}$/.test(id))
      .map((id) => {
        const entry = decoder.child(id);
        return { id: Number(id), content: entry.string('content'), special: entry.boolean('special', false) };
      });
  }
  if (special !== null)
    return Object.entries(special).map(([content, id]) => ({ id, content, special: true }));
  throw new TokenizerError(
    `${file} is the vocabulary of ${name}, but its special tokens are in tokenizer_config.json (added_tokens_decoder), ` +
      'which does not lie beside it. Put that file there, or use a tokenizer.json.',
    file,
  );
}
