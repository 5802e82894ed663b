import type { TokenizerFiles } from '../types.ts';
import { nameOf, parentOf, readTokenizerFiles, type FolderReader } from './files.ts';
import { cachedSnapshot, hubCacheFolder, parseRepository, type Environment } from './hubCache.ts';

export interface TokenizerRequest {
  /** Path of the template; null for one that is not saved. */
  readonly templatePath: string | null;
  /** What the person chose: a folder, or a repository as `org/name` or `org/name@revision`. Null if nothing. */
  readonly chosen: string | null;
}

export type TokenizerSearch =
  | {
      readonly found: true;
      readonly folder: string;
      readonly origin: TokenizerOrigin;
      readonly files: TokenizerFiles;
    }
  /** `reason`: why, and what to do. */
  | { readonly found: false; readonly reason: string };

export type TokenizerOrigin = 'chosen folder' | 'cached repository' | 'beside the template';

/** Tokenizers in forms that are not read, but can be converted. */
const CONVERTIBLE: readonly string[] = ['tokenizer.model', 'tekken.json', 'tiktoken.model', 'vocab.json'];

/** Folders of templates that lie inside the folder of the tokenizer. */
const TEMPLATE_FOLDERS: readonly string[] = ['additional_chat_templates'];

/** Finds the tokenizer of a template: what the person chose, else the folder of the template. */
export async function findTokenizer(
  reader: FolderReader,
  environment: Environment,
  request: TokenizerRequest,
): Promise<TokenizerSearch> {
  if (request.chosen !== null) return findChosen(reader, environment, request.chosen);
  if (request.templatePath === null) {
    return missing(
      'The template is not saved, so no tokenizer lies beside it. Save it, or choose a tokenizer.',
    );
  }
  const folder = parentOf(request.templatePath);
  const home = TEMPLATE_FOLDERS.includes(nameOf(folder)) ? parentOf(folder) : folder;
  const beside = await inFolder(reader, home, 'beside the template');
  return (
    beside ?? missing(await whyNotIn(reader, home, 'Put one beside the template, or choose a tokenizer.'))
  );
}

async function findChosen(
  reader: FolderReader,
  environment: Environment,
  chosen: string,
): Promise<TokenizerSearch> {
  const inChosen = await inFolder(reader, chosen, 'chosen folder');
  if (inChosen !== null) return inChosen;
  const repository = parseRepository(chosen);
  if (repository === null) return missing(await whyNotIn(reader, chosen, 'Choose a folder that has one.'));
  const cache = hubCacheFolder(environment);
  const snapshot = cache === null ? null : await cachedSnapshot(reader, cache, repository);
  if (snapshot === null) {
    return missing(
      `${chosen} is neither a folder with a tokenizer.json nor a model in the Hugging Face cache` +
        `${cache === null ? '' : ` (${cache})`}. Download it there, or choose a folder.`,
    );
  }
  return (
    (await inFolder(reader, snapshot, 'cached repository')) ??
    missing(
      `The cached copy of ${chosen} (${snapshot}) has no tokenizer.json. Download that file, or choose a folder.`,
    )
  );
}

async function inFolder(
  reader: FolderReader,
  folder: string,
  origin: TokenizerOrigin,
): Promise<TokenizerSearch | null> {
  const files = await readTokenizerFiles(reader, folder);
  return files === null ? null : { found: true, folder, origin, files };
}

async function whyNotIn(reader: FolderReader, folder: string, remedy: string): Promise<string> {
  const names = await reader.list(folder);
  const other = CONVERTIBLE.find((file) => names.includes(file));
  if (other === undefined) return `There is no tokenizer.json in ${folder}. ${remedy}`;
  return (
    `There is no tokenizer.json in ${folder}, only ${other}. Make one with transformers: ` +
    'AutoTokenizer.from_pretrained(folder).save_pretrained(folder).'
  );
}

function missing(reason: string): TokenizerSearch {
  return { found: false, reason };
}
