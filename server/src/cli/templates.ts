/** The chat templates of what a person names: a template, a folder, a config, a GGUF file, or a model that was pulled. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { nodeEnvironment, nodeFolders } from '../host/nodeFolders.ts';
import {
  chooseTemplate,
  findTemplates,
  findTokenizer,
  readGgufTemplates,
  templatesInConfig,
  TokenizerError,
} from '../tokenizer/index.ts';
import { InputError } from './failure.ts';
import { readTextFile, STANDARD_INPUT } from './textFile.ts';

export interface NamedTemplate {
  readonly name: string;
  readonly source: string;
  /** Path of its file, as it should be shown. */
  readonly shownPath: string;
}

export interface Templates {
  readonly all: readonly NamedTemplate[];
  /** The one that renders, with tools; null where none does. */
  readonly chosen: NamedTemplate | null;
}

/** Throws InputError for what does not exist, and for a file that is broken. */
export async function readTemplates(named: string): Promise<Templates> {
  return templatesOf(named).catch((error: unknown) => {
    throw error instanceof TokenizerError ? new InputError(sayFile(error)) : error;
  });
}

/** An error of the token layer, with the file at fault. */
export function sayFile({ message, file }: TokenizerError): string {
  return message.includes(file) ? message : `${file}: ${message}`;
}

async function templatesOf(named: string): Promise<Templates> {
  if (named === STANDARD_INPUT)
    return only({ name: 'default', source: await readTextFile(named), shownPath: named });
  const entry = await stat(named).catch(() => null);
  if (entry === null) return inCache(named);
  if (entry.isDirectory()) return inFolder(named);
  if (named.endsWith('.gguf')) return inGguf(named, named);
  const source = await readTextFile(named);
  if (!named.endsWith('.json')) return only({ name: 'default', source, shownPath: named });
  return chooseAmong(
    templatesInConfig(source, path.basename(named)).map((one) => ({ ...one, shownPath: named })),
  );
}

async function inFolder(folder: string): Promise<Templates> {
  const sources = await findTemplates(nodeFolders, folder);
  return chooseAmong(sources.map((source) => ({ ...source, shownPath: path.join(folder, source.file) })));
}

async function inGguf(file: string, shownPath: string): Promise<Templates> {
  const source = await nodeFolders.open(file);
  if (source === null) throw new InputError(`${file} does not exist.`);
  try {
    const templates = await readGgufTemplates(source, path.basename(file));
    return chooseAmong(Array.from(templates, ([name, text]) => ({ name, source: text, shownPath })));
  } finally {
    await source.close();
  }
}

/** A model that was pulled, by its name. */
async function inCache(named: string): Promise<Templates> {
  const request = { templatePath: null, chosen: named };
  const search = await findTokenizer(nodeFolders, nodeEnvironment(), request);
  if (!search.found)
    throw new InputError(
      `${named} does not exist, as a path or as a model that was pulled. ${search.reason}`,
    );
  return search.folder.endsWith('.gguf') ? inGguf(search.folder, named) : inFolder(search.folder);
}

interface Candidate extends NamedTemplate {
  readonly inForce?: boolean;
}

function chooseAmong(all: readonly Candidate[]): Templates {
  const sources = all.map((one) => ({ inForce: true, file: '', jsonPath: null, ...one }));
  const chosen = chooseTemplate(sources, true);
  return { all, chosen: all.find((_, index) => sources[index] === chosen) ?? null };
}

const only = (template: NamedTemplate): Templates => ({ all: [template], chosen: template });
