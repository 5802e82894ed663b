/** The config file that is in force for a template, with the conversations that it names. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import type { CertifySettings } from '../certify/index.ts';
import { configFileName, configFor, readConfig, type ConfigFields } from '../config/index.ts';
import { problemText, readConversations } from '../conversation/read/index.ts';
import type { Trajectory } from '../conversation/suite.ts';
import { resolveTokenizer } from './tokenizerName.ts';

export interface ConfigInForce {
  /** Path of the config file; null where there is none. */
  readonly file: string | null;
  readonly settings: CertifySettings;
  /** As `--tokenizer` takes it: paths are absolute. */
  readonly tokenizer: string | null;
  readonly profiles: readonly string[];
  /** Globs of absolute paths, with slashes: the files that conversations are read from. */
  readonly conversations: readonly string[];
  /** `conversations/a.json:3: messages[0].role has to be …`: what is wrong in the config or in what it names. */
  readonly problems: readonly string[];
}

export const noConfig: ConfigInForce = {
  file: null,
  settings: {},
  tokenizer: null,
  profiles: [],
  conversations: [],
  problems: [],
};

/** Nearest config file from a template's folder upwards; null where there is none. */
export async function nearestConfig(templatePath: string): Promise<string | null> {
  for (let folder = path.dirname(path.resolve(templatePath)); ; folder = path.dirname(folder)) {
    const file = path.join(folder, configFileName);
    if ((await textOf(file)) !== null) return file;
    if (folder === path.dirname(folder)) return null;
  }
}

/** Reads a config file for one template. Never throws: what can't be read is a problem. */
export async function configInForce(file: string, templatePath: string): Promise<ConfigInForce> {
  const folder = path.dirname(path.resolve(file));
  const text = await textOf(file);
  if (text === null) return { ...noConfig, file, problems: [`${file} does not exist, or can't be read`] };
  const { config, problems } = readConfig(text);
  const template = path.relative(folder, path.resolve(templatePath)).split(path.sep).join('/');
  const fields = configFor(config, template);
  const { use, severities, kwargs, tokenizer, profiles, conversations } = fields;
  const parsers = { toolCall: fields.toolCallParser, reasoning: fields.reasoningParser };
  const read = await conversationsOf(folder, conversations ?? []);
  return {
    file,
    settings: { use, severities, kwargs, parsers, trajectories: read.trajectories },
    tokenizer: tokenizer === undefined ? null : await resolveTokenizer(tokenizer, folder),
    profiles: profiles ?? [],
    conversations: (conversations ?? []).map(
      (glob) => `${folder.split(path.sep).join('/')}/${glob.replace(/^\.\//, '')}`,
    ),
    problems: [
      ...problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
      ...read.problems,
    ],
  };
}

async function conversationsOf(folder: string, globs: NonNullable<ConfigFields['conversations']>) {
  const trajectories: Trajectory[] = [];
  const problems: string[] = [];
  for (const pattern of globs) {
    const files = (await glob(pattern, { cwd: folder, expandDirectories: false })).sort();
    if (files.length === 0) problems.push(`${pattern}: no such file of conversations in ${folder}`);
    for (const file of files) {
      const text = (await textOf(path.join(folder, file))) ?? '';
      const read = readConversations(text, file);
      trajectories.push(...read.trajectories);
      problems.push(...read.problems.map((problem) => problemText(file, problem)));
    }
  }
  return { trajectories, problems };
}

const textOf = (file: string) => readFile(file, 'utf8').catch(() => null);
