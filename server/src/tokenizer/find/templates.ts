import { isJsonObject, parseJson } from '../files/reader.ts';
import { joined, type FolderReader } from './files.ts';

/** One chat template of a model's folder. */
export interface TemplateSource {
  /** `default` unless the file says otherwise. */
  readonly name: string;
  readonly source: string;
  /** Path inside the folder. */
  readonly file: string;
  /** Where in the file's JSON the text is; null for a `.jinja` file. */
  readonly jsonPath: readonly (string | number)[] | null;
  /** Whether `transformers` uses it: where `.jinja` files exist, they replace what the configs say. */
  readonly inForce: boolean;
}

type Found = Omit<TemplateSource, 'inForce'>;

const DEFAULT = 'default';
const TOOL_USE = 'tool_use';
const ADDITIONAL = 'additional_chat_templates';
const MAIN_FILE = 'chat_template.jinja';

/** Configs that may hold a `chat_template`, the one that wins first. */
const CONFIGS: readonly string[] = ['tokenizer_config.json', 'chat_template.json', 'processor_config.json'];

/**
 * All chat templates of a folder, those in force first. Throws TokenizerError for a config that is no JSON.
 * `chat_template_NAME.jinja` beside the main file is listed under NAME, but nothing loads it by itself.
 */
export async function findTemplates(reader: FolderReader, folder: string): Promise<TemplateSource[]> {
  const loaded = await jinjaFiles(reader, folder);
  const configured: Found[] = [];
  let winner: string | null = loaded.length > 0 ? MAIN_FILE : null;
  const sources: TemplateSource[] = loaded.map((found) => ({ ...found, inForce: true }));
  for (const file of CONFIGS) {
    const text = await reader.readText(joined(folder, file));
    const found = text === null ? [] : templatesInConfig(text, file);
    if (found.length > 0) winner ??= file;
    configured.push(...found);
  }
  sources.push(...configured.map((found) => ({ ...found, inForce: found.file === winner })));
  const unloaded = await looseFiles(reader, folder);
  return [...sources, ...unloaded.map((found) => ({ ...found, inForce: false }))];
}

/** The templates in the text of tokenizer_config.json and its like: one string, or a list of names and strings. */
export function templatesInConfig(text: string, file: string): Found[] {
  const config = parseJson(text, file);
  const value = isJsonObject(config) ? config['chat_template'] : undefined;
  if (typeof value === 'string') return [{ name: DEFAULT, source: value, file, jsonPath: ['chat_template'] }];
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, source]) =>
      typeof source === 'string' ? [{ name, source, file, jsonPath: ['chat_template', name] }] : [],
    );
  }
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((entry, index) => {
    if (!isJsonObject(entry) || typeof entry['name'] !== 'string' || typeof entry['template'] !== 'string')
      return [];
    return [
      {
        name: entry['name'],
        source: entry['template'],
        file,
        jsonPath: ['chat_template', index, 'template'],
      },
    ];
  });
}

/** The template that renders: `tool_use` when there are tools and such a template, else `default`, else the only one. */
export function chooseTemplate(sources: readonly TemplateSource[], hasTools: boolean): TemplateSource | null {
  const inForce = sources.filter((source) => source.inForce);
  const named = (name: string): TemplateSource | undefined => inForce.find((source) => source.name === name);
  const withTools = hasTools ? named(TOOL_USE) : undefined;
  return withTools ?? named(DEFAULT) ?? (inForce.length === 1 ? inForce[0]! : null);
}

async function jinjaFiles(reader: FolderReader, folder: string): Promise<Found[]> {
  const main = await jinjaFile(reader, folder, MAIN_FILE, DEFAULT);
  const names = [...(await reader.list(joined(folder, ADDITIONAL)))].sort();
  const additional = await Promise.all(
    names
      .filter((name) => name.endsWith('.jinja'))
      .map((name) => jinjaFile(reader, folder, `${ADDITIONAL}/${name}`, name.slice(0, -'.jinja'.length))),
  );
  return [main, ...additional].filter((found) => found !== null);
}

async function looseFiles(reader: FolderReader, folder: string): Promise<Found[]> {
  const names = [...(await reader.list(folder))].sort();
  const found = await Promise.all(
    names.flatMap((name) => {
      const suffix = /^chat_template[_.-](.+)\.jinja$/.exec(name)?.[1];
      return suffix === undefined ? [] : [jinjaFile(reader, folder, name, suffix)];
    }),
  );
  return found.filter((source) => source !== null);
}

async function jinjaFile(
  reader: FolderReader,
  folder: string,
  file: string,
  name: string,
): Promise<Found | null> {
  const source = await reader.readText(joined(folder, file));
  return source === null ? null : { name, source, file, jsonPath: null };
}
