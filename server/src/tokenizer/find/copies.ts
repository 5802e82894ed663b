import { readGgufTemplates } from '../convert/index.ts';
import { TokenizerError } from '../types.ts';
import { joined, nameOf, parentOf, type FolderReader } from './files.ts';
import { findTemplates } from './templates.ts';

/** The same template, in another file of the model's folder. */
export interface TemplateCopy {
  /** Path inside the folder. */
  readonly file: string;
  readonly source: string;
}

const TEMPLATE_FOLDERS: readonly string[] = ['additional_chat_templates'];
/** Files of one model in several precisions are many, and say the same. */
const MOST_GGUF = 4;

/**
 * Other places of a model's folder that hold the template of this name: its configs, `.jinja` files, GGUF files. What can't
 * be read holds none. `source`: of the template, to tell it from others in one config.
 */
export async function copiesOf(
  reader: FolderReader,
  templatePath: string,
  source: string,
): Promise<TemplateCopy[]> {
  const parent = parentOf(templatePath);
  const isNested = TEMPLATE_FOLDERS.includes(nameOf(parent));
  const folder = isNested ? parentOf(parent) : parent;
  const file = isNested ? `${nameOf(parent)}/${nameOf(templatePath)}` : nameOf(templatePath);
  const all = [...(await inFiles(reader, folder)), ...(await inGguf(reader, folder))];
  const here = all.filter((one) => one.file === file);
  const own = here.find((one) => one.source === source) ?? here[0];
  return own === undefined ? [] : all.filter((one) => one.file !== file && one.name === own.name);
}

interface NamedCopy extends TemplateCopy {
  readonly name: string;
}

const inFiles = (reader: FolderReader, folder: string): Promise<NamedCopy[]> =>
  orNone(() => findTemplates(reader, folder));

async function inGguf(reader: FolderReader, folder: string): Promise<NamedCopy[]> {
  const files = (await reader.list(folder)).filter((name) => name.endsWith('.gguf')).sort();
  const found = files.slice(0, MOST_GGUF).map((file) =>
    orNone(async () => {
      const source = await reader.open(joined(folder, file));
      if (source === null) return [];
      try {
        const templates = await readGgufTemplates(source, file);
        return Array.from(templates, ([name, text]) => ({ name, source: text, file }));
      } finally {
        await source.close();
      }
    }),
  );
  return (await Promise.all(found)).flat();
}

async function orNone<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TokenizerError) return [];
    throw error;
  }
}
