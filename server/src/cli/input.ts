/** From what a person names on the command line to a template and its tokenizer. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import type { TokenizerInfo } from '../../../protocol/certification.ts';
import type { CertifyInput, CertifySettings } from '../certify/index.ts';
import { configInForce, nearestConfig, noConfig, type ConfigInForce } from '../host/nodeConfig.ts';
import { nodeEnvironment, nodeFolders } from '../host/nodeFolders.ts';
import { otherEngines } from '../host/otherEngines.ts';
import type { EngineId } from '../jinja/engines/engine.ts';
import { ENGINE_IDS } from '../jinja/engines/registry.ts';
import {
  findTokenizer,
  loadTokenizer,
  TokenizerError,
  type Tokenizer,
  type TokenizerFiles,
} from '../tokenizer/index.ts';
import { InputError } from './failure.ts';
import { asGlob } from './glob.ts';
import { STANDARD_INPUT } from './textFile.ts';
import { timeLimit } from './timeLimit.ts';
import { readTemplates, sayFile, type NamedTemplate } from './templates.ts';

/** Options that every command over a template takes. */
export interface InputOptions {
  readonly tokenizer?: string;
  /** A config file; else the nearest from the template's folder upwards. */
  readonly config?: string;
  /** What the server reads calls and reasoning with, over what the config says. */
  readonly toolCallParser?: string;
  readonly reasoningParser?: string;
  /** Runs other engines beside ours: all, or those named, with commas between. */
  readonly engines?: boolean | string;
  /** Seconds that the work on one template may take; `defaultTimeout` unless said. */
  readonly timeout?: number;
}

export interface TemplateInput {
  readonly input: CertifyInput;
  /** The template's path as it should be shown. */
  readonly shownPath: string;
  /** The config in force for it. */
  readonly config: ConfigInForce;
  /** Why there is no tokenizer; null where there is one. */
  readonly tokenizerNote: string | null;
  /** What was chosen among several, and what the tokenizer can't do exactly: for standard error. */
  readonly notes: readonly string[];
  /** Engines that were asked for and can't run here, with why. */
  readonly engineFailures: readonly string[];
}

/** Tokenizers that were named, by name: of many templates in one run, whose files are read once. */
export type NamedTokenizers = Map<string, Promise<FoundTokenizer>>;

interface FoundTokenizer {
  readonly tokenizer: Tokenizer | null;
  readonly tokenizerInfo: TokenizerInfo | null;
  /** Why there is none. */
  readonly note: string | null;
}

/** Throws InputError for what can't be read, with what to do. */
export async function readInput(
  named: string,
  options: InputOptions,
  tokenizers: NamedTokenizers = new Map(),
): Promise<TemplateInput> {
  try {
    const { source, shownPath, notes } = await readTemplate(named);
    const config = await configOf(shownPath, options.config);
    const chosen = options.tokenizer ?? config.tokenizer;
    const found = await tokenizerFor(shownPath, chosen, tokenizers);
    const { tokenizer, tokenizerInfo } = found;
    const { engines, failures } = options.engines
      ? await otherEngines(enginesIn(options.engines))
      : noEngines;
    const settings = { ...config.settings, parsers: parsersOf(config, options) };
    const input = { source, tokenizer, tokenizerInfo, settings, engines, ...timeLimit(options.timeout) };
    const ofTokenizer = (tokenizer?.warnings ?? []).map((warning) => `${tokenizerInfo?.source}: ${warning}`);
    return {
      shownPath,
      config,
      tokenizerNote: found.note,
      notes: [...notes, ...ofTokenizer],
      engineFailures: failures,
      input,
    };
  } catch (error) {
    if (error instanceof TokenizerError) throw new InputError(sayFile(error));
    throw error;
  }
}

function parsersOf({ settings }: ConfigInForce, options: InputOptions): CertifySettings['parsers'] {
  return {
    toolCall: options.toolCallParser ?? settings.parsers?.toolCall,
    reasoning: options.reasoningParser ?? settings.parsers?.reasoning,
  };
}

/** Paths as named, globs as the files they match, sorted; throws InputError for a glob that matches nothing. */
export async function expandPaths(named: readonly string[]): Promise<string[]> {
  const expanded = await Promise.all(
    named.map(async (one) => {
      const isGlob = isDynamicPattern(asGlob(one)) && (await stat(one).catch(() => null)) === null;
      if (!isGlob) return [one];
      const files = (
        await glob(asGlob(one), { expandDirectories: false, ignore: '**/node_modules/**' })
      ).sort();
      if (files.length === 0) throw new InputError(`${one} matches no file.`);
      return files;
    }),
  );
  return [...new Set(expanded.flat())];
}

/** As a warning says it. */
export const engineWarning = (failure: string) => `an engine can't run here and was left out: ${failure}`;

const noEngines = { engines: [], failures: [] };

function enginesIn(named: string | true): readonly EngineId[] {
  if (named === true) return ENGINE_IDS;
  return named.split(',').map((name) => {
    const id = ENGINE_IDS.find((known) => known === name.trim());
    if (id !== undefined) return id;
    throw new InputError(
      `there is no engine "${name}"; choose from: ${ENGINE_IDS.join(', ')}, with commas between, or say paths before --engines`,
    );
  });
}

async function configOf(templatePath: string, named: string | undefined): Promise<ConfigInForce> {
  const file = named ?? (await nearestConfig(templatePath));
  if (file === null) return noConfig;
  const config = await configInForce(file, templatePath);
  if (config.problems.length > 0) throw new InputError(config.problems.join('\n'));
  return config;
}

async function readTemplate(
  named: string,
): Promise<{ source: string; shownPath: string; notes: readonly string[] }> {
  const entry = await stat(named).catch(() => null);
  if (entry === null && named !== STANDARD_INPUT) throw new InputError(`${named} does not exist.`);
  const { chosen, all } = await readTemplates(named);
  if (chosen !== null) return { ...chosen, notes: choiceAmong(named, chosen, all) };
  throw new InputError(
    entry?.isDirectory()
      ? `There is no chat template in ${named}: no chat_template.jinja, and no chat_template in tokenizer_config.json.${await looseAdvice(named)}`
      : `${named} holds no chat_template.`,
  );
}

/** Which of several templates it is: the others are looked at only by name. */
function choiceAmong(named: string, chosen: NamedTemplate, all: readonly NamedTemplate[]): string[] {
  const others = [...new Set(all.map(({ name }) => name))].filter((name) => name !== chosen.name);
  if (others.length === 0) return [];
  return [
    `${named} has several templates; this is about ${chosen.name}, which transformers takes where there are tools. ` +
      `The others (${others.join(', ')}): chat-template extract ${named} --name NAME > NAME.jinja`,
  ];
}

/** Files of other names are templates only where a person says so. */
async function looseAdvice(folder: string): Promise<string> {
  const loose = (await readdir(folder)).filter((file) => /\.(jinja2?|j2)$/.test(file));
  return loose.length === 0
    ? ''
    : ` Name its templates themselves: '${path.join(folder, `*${path.extname(loose[0]!)}`)}'.`;
}

function tokenizerFor(
  templatePath: string,
  chosen: string | null,
  known: NamedTokenizers,
): Promise<FoundTokenizer> {
  const found = (chosen === null ? undefined : known.get(chosen)) ?? searched(templatePath, chosen);
  if (chosen !== null) known.set(chosen, found);
  return found;
}

/** A tokenizer that was asked for must be there; one that merely might lie beside the template need not. */
async function searched(templatePath: string, chosen: string | null): Promise<FoundTokenizer> {
  const search = await findTokenizer(nodeFolders, nodeEnvironment(), {
    templatePath: path.resolve(templatePath),
    chosen,
  });
  if (!search.found) {
    if (chosen !== null) throw new InputError(search.reason);
    return { tokenizer: null, tokenizerInfo: null, note: search.reason };
  }
  const tokenizer = await loaded(search.files).catch((error: unknown) => {
    throw error instanceof TokenizerError
      ? new TokenizerError(error.message, path.join(search.folder, error.file))
      : error;
  });
  const tokenizerInfo = { source: shown(chosen ?? search.folder), sha256: tokenizer.sha256 };
  return { tokenizer, tokenizerInfo, note: null };
}

const fileNames = [
  'tokenizer',
  'tokenizerConfig',
  'generationConfig',
  'specialTokensMap',
  'modelConfig',
] as const;

let last: { readonly files: TokenizerFiles; readonly tokenizer: Promise<Tokenizer> } | null = null;

/** Many templates in turn have the same tokenizer: it is kept until the files say something else. */
function loaded(files: TokenizerFiles): Promise<Tokenizer> {
  const isSame =
    last !== null &&
    fileNames.every((name) => last!.files[name] === files[name]) &&
    String(last.files.warnings) === String(files.warnings);
  if (!isSame || last === null) last = { files, tokenizer: loadTokenizer(files) };
  return last.tokenizer;
}

/** Folders as they are named from here: what is written must not depend on where a checkout lies. */
function shown(tokenizer: string): string {
  return path.isAbsolute(tokenizer) ? path.relative('', tokenizer) || '.' : tokenizer;
}
