/** Tokenizers from this machine's folders. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { TokenizerRequest } from '../../../protocol/worker.ts';
import { loadTokenizer, TokenizerError } from '../tokenizer/index.ts';
import type { FoundTokenizer, TokenizerHost } from '../worker/tokenizerCache.ts';

const TOKENIZER = 'tokenizer.json';

export const nodeTokenizers: TokenizerHost = {
  find: findTokenizer,
  load: loadTokenizer,
  digest: (text) => createHash('sha256').update(text).digest('hex'),
};

async function findTokenizer({
  templatePath,
  chosen,
  base,
}: TokenizerRequest): Promise<FoundTokenizer | null> {
  if (chosen !== null) {
    const folder = resolve(base ?? dirname(templatePath ?? ''), chosen);
    const found = await tokenizerIn(folder, chosen);
    if (!found)
      throw new TokenizerError(
        'There is no such file; the setting chatTemplate.tokenizer names its folder.',
        join(folder, TOKENIZER),
      );
    return found;
  }
  if (templatePath === null) return null;
  const folder = dirname(templatePath);
  const above = basename(folder) === 'additional_chat_templates' ? [dirname(folder)] : [];
  for (const place of [folder, ...above]) {
    const found = await tokenizerIn(place, basename(place));
    if (found) return found;
  }
  return null;
}

async function tokenizerIn(folder: string, source: string): Promise<FoundTokenizer | null> {
  const read = (name: string) => readIfThere(join(folder, name));
  const [tokenizer, tokenizerConfig, generationConfig, specialTokensMap] = await Promise.all([
    read(TOKENIZER),
    read('tokenizer_config.json'),
    read('generation_config.json'),
    read('special_tokens_map.json'),
  ]);
  if (tokenizer === null) return null;
  return { source, folder, files: { tokenizer, tokenizerConfig, generationConfig, specialTokensMap } };
}

/** null where there is no such file; throws TokenizerError where it can't be read. */
async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new TokenizerError(message, file);
  }
}
