/** `chat-template corpus DIR`: a table of templates and properties, made by several workers, kept by content. */
import path from 'node:path';
import { glob } from 'tinyglobby';
import { exitCode, InputError, type Outcome } from './failure.ts';
import { CorpusCache } from './corpus/cache.ts';
import { corpusRow, type CorpusRow } from './corpus/row.ts';
import { corpusTable } from './corpus/table.ts';
import { Crew } from './corpus/crew.ts';
import { readInput, type InputOptions, type NamedTokenizers } from './input.ts';

export interface CorpusOptions extends InputOptions {
  /** Workers. */
  readonly jobs: number;
  /** `2/5`: the second of five parts. */
  readonly shard?: string;
  /** A folder; false: nothing is kept. */
  readonly cache: string | false;
  readonly format: string;
  readonly version: string;
}

const templates = ['**/*.{jinja,jinja2,j2}', '**/tokenizer_config.json'];

/** Exit code 0 also where properties fail: a table is no check. */
export async function corpus(folder: string, options: CorpusOptions): Promise<Outcome> {
  const found = (await glob(templates, { cwd: folder, ignore: '**/node_modules/**' })).sort();
  const files = shardOf(found, options.shard);
  if (found.length === 0) throw new InputError(`there is no template in ${folder}.`);
  const cache = new CorpusCache(options.cache === false ? null : options.cache, options.version);
  const crew = new Crew(Math.max(1, Math.min(options.jobs, files.length)), options.timeout);
  crew.warmUp();
  const run = { options, cache, crew, tokenizers: new Map() };
  try {
    const rows = await crew.each(files, (file) => rowOf(path.join(folder, file), file, run));
    return { output: corpusTable(rows, options.format), code: exitCode.clean };
  } finally {
    crew.dispose();
  }
}

interface Run {
  readonly options: CorpusOptions;
  readonly cache: CorpusCache;
  readonly crew: Crew;
  readonly tokenizers: NamedTokenizers;
}

async function rowOf(
  file: string,
  shown: string,
  { options, cache, crew, tokenizers }: Run,
): Promise<CorpusRow | null> {
  const template = await readInput(file, options, tokenizers).catch((error: unknown) => {
    // A tokenizer_config.json without a template is none of the corpus.
    if (error instanceof InputError && file.endsWith('.json')) return null;
    throw error;
  });
  if (template === null) return null;
  const { source, tokenizerInfo } = template.input;
  const { use = 'rl', severities = {}, kwargs = {}, trajectories } = template.config.settings;
  const settings = { use, severities, kwargs, trajectories };
  const key = cache.keyOf({ source, tokenizer: tokenizerInfo?.sha256 ?? null, settings });
  const known = await cache.get(key);
  if (known !== null) return { ...known, template: shown };
  const chosen = options.tokenizer ?? template.config.tokenizer;
  // One that is named is the same for every template: asked for alike, it is looked for once.
  const templatePath = chosen === null ? path.resolve(file) : null;
  const tokenizer = tokenizerInfo === null ? null : { templatePath, chosen, base: process.cwd() };
  const outcome = await crew.certify({ source, settings, tokenizer });
  const row = corpusRow(shown, outcome);
  if (outcome.status === 'done') await cache.put(key, row);
  return row;
}

/** Every n-th file, so that parts are alike. */
function shardOf(files: readonly string[], shard: string | undefined): readonly string[] {
  if (shard === undefined) return files;
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(shard) ?? [];
  const [part, parts] = [Number(index), Number(count)];
  if (!(part >= 1 && part <= parts))
    throw new InputError(`--shard has to be i/n with 1 <= i <= n, such as 2/5, not ${shard}.`);
  return files.filter((_, at) => at % parts === part - 1);
}
