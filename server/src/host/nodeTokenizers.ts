/** Tokenizers from this machine's folders and its cache of models. */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import type { TokenizerRequest } from '../../../protocol/worker.ts';
import { findTokenizer, loadTokenizer } from '../tokenizer/index.ts';
import type { TokenizerSearch } from '../tokenizer/index.ts';
import type { TokenizerHost, TokenizerPlace } from '../worker/tokenizerCache.ts';
import { nodeEnvironment, nodeFolders } from './nodeFolders.ts';
import { resolveTokenizer } from './tokenizerName.ts';

export const nodeTokenizers: TokenizerHost = {
  load: loadTokenizer,
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  async find(request) {
    const { chosen, templatePath } = request;
    const search = chosen === null ? await beside(templatePath) : await chosenTokenizer(chosen, request);
    return search.found
      ? placeOf(search, chosen)
      : { found: false, asked: chosen !== null, reason: search.reason };
  },
};

function beside(templatePath: string | null): Promise<TokenizerSearch> {
  return findTokenizer(nodeFolders, nodeEnvironment(), { templatePath, chosen: null });
}

async function chosenTokenizer(
  chosen: string,
  { base, templatePath }: TokenizerRequest,
): Promise<TokenizerSearch> {
  const from = base ?? (templatePath === null ? homedir() : dirname(templatePath));
  const wanted = await resolveTokenizer(chosen, from);
  return findTokenizer(nodeFolders, nodeEnvironment(), { templatePath, chosen: wanted });
}

function placeOf(
  { folder, files }: Extract<TokenizerSearch, { found: true }>,
  chosen: string | null,
): TokenizerPlace {
  return { found: true, source: chosen ?? basename(folder), folder, files };
}
