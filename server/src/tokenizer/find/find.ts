import { TokenizerError, type TokenizerFiles } from '../types.ts';
import { joined, nameOf, parentOf, type FolderReader } from './files.ts';
import { isTokenizerFile, readTokenizerFile, readTokenizerFolder } from './forms.ts';
import {
  cachedSnapshot,
  ggufAddressPath,
  ggufCacheFolder,
  hubCacheFolder,
  parseGgufAddress,
  parseGgufName,
  parseRepository,
  type Environment,
  type GgufName,
  type Repository,
} from './hubCache.ts';

export interface TokenizerRequest {
  /** Path of the template; null for one that is not saved. */
  readonly templatePath: string | null;
  /**
   * What the person chose: a folder; a file of a tokenizer; a repository as `org/name` or `org/name@revision`; a GGUF file
   * in one as `org/name:file.gguf`, or behind an address. Null if nothing.
   */
  readonly chosen: string | null;
}

export type TokenizerSearch =
  | {
      readonly found: true;
      /** Folder of the tokenizer.json, or path of the file in another form. */
      readonly folder: string;
      readonly origin: TokenizerOrigin;
      readonly files: TokenizerFiles;
    }
  /** `reason`: why, and what to do. */
  | { readonly found: false; readonly reason: string };

export type TokenizerOrigin = 'chosen folder' | 'chosen file' | 'cached repository' | 'beside the template';

/** Folders of templates that lie inside the folder of the tokenizer. */
const TEMPLATE_FOLDERS: readonly string[] = ['additional_chat_templates'];

/** Finds the tokenizer of a template: what the person chose, else what lies beside it. Asks nothing of the network. */
export async function findTokenizer(
  reader: FolderReader,
  environment: Environment,
  request: TokenizerRequest,
): Promise<TokenizerSearch> {
  const { chosen, templatePath } = request;
  if (chosen !== null) return findChosen(reader, environment, chosen);
  if (templatePath === null) {
    return missing(
      'The template is not saved, so no tokenizer lies beside it. Save it, or choose a tokenizer.',
    );
  }
  // A template that is in a GGUF file has its tokenizer there too.
  if (templatePath.endsWith('.gguf')) return inFile(reader, templatePath, 'beside the template');
  const folder = parentOf(templatePath);
  const home = TEMPLATE_FOLDERS.includes(nameOf(folder)) ? parentOf(folder) : folder;
  return inFolder(reader, home, 'beside the template', 'Put one beside the template, or choose a tokenizer.');
}

async function findChosen(
  reader: FolderReader,
  environment: Environment,
  chosen: string,
): Promise<TokenizerSearch> {
  const address = parseGgufAddress(chosen);
  if (address !== null) return headerOf(reader, chosen, await ggufAddressPath(environment, address));
  const gguf = parseGgufName(chosen);
  if (gguf !== null) return headerOf(reader, chosen, await ggufInCache(reader, environment, gguf));
  if (isTokenizerFile(chosen)) return inFile(reader, chosen, 'chosen file');
  const inChosen = await inFolder(reader, chosen, 'chosen folder', 'Choose a folder that has one.');
  const repository = parseRepository(chosen);
  if (inChosen.found || repository === null) return inChosen;
  return inCache(reader, environment, chosen, repository);
}

async function inCache(
  reader: FolderReader,
  environment: Environment,
  chosen: string,
  repository: Repository,
): Promise<TokenizerSearch> {
  const cache = hubCacheFolder(environment);
  const snapshot = cache === null ? null : await cachedSnapshot(reader, cache, repository);
  const remedy = `${download(chosen, 'its tokenizer')}, or choose a folder.`;
  if (snapshot === null) {
    return missing(
      `${chosen} is neither a folder with a tokenizer nor a model in the Hugging Face cache` +
        `${cache === null ? '' : ` (${cache})`}. ${remedy}`,
    );
  }
  return inFolder(reader, snapshot, 'cached repository', remedy);
}

async function inFolder(
  reader: FolderReader,
  folder: string,
  origin: TokenizerOrigin,
  remedy: string,
): Promise<TokenizerSearch> {
  const tokenizer = await readTokenizerFolder(reader, folder);
  if (!tokenizer.found)
    return missing(tokenizer.reason ?? `There is no tokenizer.json in ${folder}. ${remedy}`);
  const { path, files } = tokenizer;
  return { found: true, folder: nameOf(path) === 'tokenizer.json' ? folder : path, origin, files };
}

async function inFile(reader: FolderReader, path: string, origin: TokenizerOrigin): Promise<TokenizerSearch> {
  const files = await fileOrReason(reader, path);
  if (typeof files === 'string') return missing(files);
  const folder = nameOf(path) === 'tokenizer.json' ? parentOf(path) : path;
  return files === null ? missing(`There is no file ${path}.`) : { found: true, folder, origin, files };
}

/** The file of a repository where it is whole, else its header. */
async function ggufInCache(
  reader: FolderReader,
  environment: Environment,
  { repository, file }: GgufName,
): Promise<string | null> {
  for (const cache of [hubCacheFolder(environment), ggufCacheFolder(environment)]) {
    const snapshot = cache === null ? null : await cachedSnapshot(reader, cache, repository);
    const path = snapshot === null ? null : joined(snapshot, file);
    const source = path === null ? null : await reader.open(path);
    await source?.close();
    if (source !== null) return path;
  }
  return null;
}

async function headerOf(reader: FolderReader, chosen: string, path: string | null): Promise<TokenizerSearch> {
  const files = path === null ? null : await fileOrReason(reader, path);
  if (typeof files === 'string') return missing(files);
  if (path === null || files === null)
    return missing(`${chosen} is not here yet. ${download(chosen, 'its header')}.`);
  return { found: true, folder: path, origin: 'cached repository', files };
}

/** What is there and can't be had exactly is a reason like any other. */
async function fileOrReason(reader: FolderReader, path: string): Promise<TokenizerFiles | string | null> {
  try {
    return await readTokenizerFile(reader, path);
  } catch (error) {
    if (error instanceof TokenizerError) return error.message;
    throw error;
  }
}

const download = (chosen: string, what: string): string =>
  `Download ${what} (\`chat-template pull ${chosen}\`, or Choose Tokenizer in the editor)`;

function missing(reason: string): TokenizerSearch {
  return { found: false, reason };
}
