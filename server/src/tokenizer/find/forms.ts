/** The forms in which a tokenizer may lie on disk, the exact one first. */
import { looksLikeRanks, readGguf, tekkenFiles, tiktokenFiles } from '../convert/index.ts';
import { sha256Hex } from '../files/sha256.ts';
import { TokenizerError, type TokenizerFiles } from '../types.ts';
import { joined, nameOf, parentOf, type FolderReader } from './files.ts';

interface Form {
  /** Whether a file of this name is of this form. */
  readonly isOne: (name: string) => boolean;
  /** Reads it with what lies beside it; null where the file is not there. Throws TokenizerError. */
  readonly read: (reader: FolderReader, path: string) => Promise<TokenizerFiles | null>;
}

const FORMS: readonly Form[] = [
  { isOne: (name) => name === 'tokenizer.json', read: readJson },
  { isOne: (name) => name === 'tekken.json', read: readTekken },
  { isOne: (name) => name === 'tiktoken.model' || name.endsWith('.tiktoken'), read: readRanks },
  { isOne: (name) => name === 'tokenizer.model', read: readModel },
  { isOne: isGguf, read: readGgufFile },
  // A tokenizer.json under another name.
  { isOne: (name) => name.endsWith('.json'), read: readJson },
];
/** Those that are looked for in a folder. */
const IN_FOLDERS = FORMS.slice(0, -1);
const OTHERS = IN_FOLDERS.slice(1);
/** Of a model in parts the first has the header; a projector has no tokenizer. */
const LATER_PART = /-0*(?!0*1-)\d+-of-\d+\.gguf$|^mmproj/;

/** Whether a path names a file of a tokenizer, not a folder of one. */
export const isTokenizerFile = (path: string): boolean => FORMS.some(({ isOne }) => isOne(nameOf(path)));

/** Reads a tokenizer from a file of any form; null where there is no such file. Throws TokenizerError. */
export async function readTokenizerFile(reader: FolderReader, path: string): Promise<TokenizerFiles | null> {
  const form = FORMS.find(({ isOne }) => isOne(nameOf(path)));
  return form === undefined ? null : form.read(reader, path);
}

/** Whether a folder looks as if it held a tokenizer. */
export async function holdsTokenizer(reader: FolderReader, folder: string): Promise<boolean> {
  return (await reader.list(folder)).some((name) => IN_FOLDERS.some(({ isOne }) => isOne(name)));
}

export type FolderTokenizer =
  | { readonly found: true; readonly path: string; readonly files: TokenizerFiles }
  /** `reason`: why what is there can't be taken; null where there is nothing. */
  | { readonly found: false; readonly reason: string | null };

/** The tokenizer of a folder: its tokenizer.json, else the best other form. Of several files of a form none is chosen. */
export async function readTokenizerFolder(reader: FolderReader, folder: string): Promise<FolderTokenizer> {
  const json = joined(folder, 'tokenizer.json');
  const exact = await readJson(reader, json);
  if (exact !== null) return { found: true, path: json, files: exact };
  const names = (await reader.list(folder)).filter((name) => !LATER_PART.test(name));
  const form = OTHERS.find(({ isOne }) => names.some(isOne));
  const [name, ...more] = form === undefined ? [] : names.filter(form.isOne).sort();
  if (form === undefined || name === undefined) return { found: false, reason: null };
  if (more.length > 0) {
    const some = [name, ...more].slice(0, 4).join(', ');
    return {
      found: false,
      reason: `${folder} holds several tokenizers: ${some}. Choose one of these files.`,
    };
  }
  try {
    const path = joined(folder, name);
    const files = await form.read(reader, path);
    return files === null ? { found: false, reason: null } : { found: true, path, files };
  } catch (error) {
    if (error instanceof TokenizerError) return { found: false, reason: error.message };
    throw error;
  }
}

async function readJson(reader: FolderReader, path: string): Promise<TokenizerFiles | null> {
  const tokenizer = await reader.readText(path);
  return tokenizer === null ? null : { tokenizer, ...(await configsBeside(reader, path)) };
}

async function readTekken(reader: FolderReader, path: string): Promise<TokenizerFiles | null> {
  const text = await reader.readText(path);
  if (text === null) return null;
  const configs = await configsBeside(reader, path);
  return kept(reader, ['tekken', text, ...Object.values(configs)], () =>
    tekkenFiles(text, nameOf(path), configs),
  );
}

async function readRanks(reader: FolderReader, path: string): Promise<TokenizerFiles | null> {
  const ranks = await reader.readText(path);
  if (ranks === null) return null;
  const configs = await configsBeside(reader, path);
  return kept(reader, ['tiktoken', ranks, ...Object.values(configs)], () =>
    tiktokenFiles({ ranks, file: nameOf(path), ...configs }),
  );
}

/** SentencePiece's file; of some models it holds ranks instead. */
async function readModel(reader: FolderReader, path: string): Promise<TokenizerFiles | null> {
  const text = await reader.readText(path);
  if (text === null) return null;
  if (looksLikeRanks(text)) return readRanks(reader, path);
  const folder = parentOf(path);
  throw new TokenizerError(
    `There is no tokenizer.json in ${folder}, only tokenizer.model, which is SentencePiece's. Make one with transformers: ` +
      `python3 -c "from transformers import AutoTokenizer as T; T.from_pretrained('${folder}').save_pretrained('${folder}')"`,
    path,
  );
}

async function readGgufFile(reader: FolderReader, path: string): Promise<TokenizerFiles | null> {
  const source = await reader.open(path);
  if (source === null) return null;
  try {
    const contents = await readGguf(source, nameOf(path));
    const madeOf = contents.madeOf();
    return madeOf === null
      ? contents.tokenizer()
      : await kept(reader, ['gguf', madeOf], () => contents.tokenizer());
  } finally {
    await source.close();
  }
}

type Configs = Pick<
  TokenizerFiles,
  'tokenizerConfig' | 'generationConfig' | 'specialTokensMap' | 'modelConfig'
>;

async function configsBeside(reader: FolderReader, path: string): Promise<Configs> {
  const beside = (name: string): Promise<string | null> => reader.readText(joined(parentOf(path), name));
  const [tokenizerConfig, generationConfig, specialTokensMap] = await Promise.all(
    ['tokenizer_config.json', 'generation_config.json', 'special_tokens_map.json'].map(beside),
  );
  return {
    tokenizerConfig: tokenizerConfig ?? null,
    generationConfig: generationConfig ?? null,
    specialTokensMap: specialTokensMap ?? null,
    ...(generationConfig === null ? { modelConfig: (await beside('config.json')) ?? null } : {}),
  };
}

/** To be raised when a conversion gives another result than before. */
const CONVERSION = 1;

/** Recovering merges takes seconds: once per content, where the host can keep it. */
async function kept(
  { conversions }: FolderReader,
  madeOf: readonly (string | null)[],
  convert: () => TokenizerFiles,
): Promise<TokenizerFiles> {
  if (conversions === undefined) return convert();
  const key = await sha256Hex(JSON.stringify([CONVERSION, ...madeOf]));
  const known = await conversions.get(key);
  if (known !== null) return known;
  const files = convert();
  await conversions.put(key, files);
  return files;
}

function isGguf(name: string): boolean {
  return name.endsWith('.gguf');
}
