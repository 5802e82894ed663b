/** Asks which tokenizer a template is checked with, downloads it where it is not here, and writes the folder's setting. */
import * as vscode from 'vscode';
import { canBePulled } from '../../../server/src/hub/index.ts';
import type { LanguageServer } from '../languageServer.ts';
import { browseForTokenizer } from './browse.ts';
import { downloadTokenizer } from './downloadTokenizer.ts';
import { RecentTokenizers } from './recentTokenizers.ts';
import { pathFor, targetFor } from './scope.ts';
import { pickTokenizer, type Choice } from './tokenizerPick.ts';

const TOKENIZER_FILES = '**/{tokenizer.json,tekken.json,*.tiktoken,tiktoken.model,*.gguf}';
const MOST = 100;
/** Absolute, or from the home folder. */
const PATH = /^([/~]|[A-Za-z]:[\\/])/;

/** `memory`: where recent choices are kept. */
export async function chooseTokenizer(
  document: vscode.TextDocument,
  server: LanguageServer,
  memory: vscode.Memento,
): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const settings = vscode.workspace.getConfiguration('chatTemplate', document.uri);
  const recent = new RecentTokenizers(memory);
  const { names, configured } = await server.ask('chatTemplate/tokenizers', { uri: server.uriOf(document) });
  const inUse = settings.get<string>('tokenizer') || undefined;
  const isMissing = !server.status(document)?.tokenizer;
  const chosen = await pickTokenizer({
    inUse,
    groups: [
      ['', [unset(configured), ...(isMissing ? missing(inUse ?? configured ?? '', names) : [])]],
      ['recent', recent.all().map((value) => ({ label: value, value, download: isAway(value, names) }))],
      ['in this folder', await filesIn(folder)],
      ['in the Hugging Face cache', names.map((value) => ({ label: value, value }))],
      ['elsewhere', [BROWSE]],
    ],
    typed: (value) => typedChoice(value, names),
  });
  if (!chosen) return;
  const value = chosen.browse ? await browseForTokenizer(folder) : chosen.value;
  if (chosen.browse && value === undefined) return;
  if (chosen.download && value !== undefined && !(await downloadTokenizer(value, server))) return;
  await settings.update('tokenizer', value, targetFor(folder));
  const isLasting = value !== undefined && (chosen.download || names.includes(value) || PATH.test(value));
  // A relative path means something else in the next workspace.
  if (isLasting) await recent.add(value);
}

const BROWSE: Choice = {
  label: 'Browse...',
  description: 'a folder, or a file: .json, .tiktoken, .model, .gguf',
  browse: true,
};

/** The setting goes before the config file, so that only without it that file has its say. */
const unset = (configured: string | null): Choice =>
  configured === null
    ? { label: 'Beside the template', description: 'default' }
    : { label: 'As the config file says', description: configured };

/** What is set already and is not here yet comes first: that it is missing is why people come. */
const missing = (value: string, names: readonly string[]): readonly Choice[] =>
  isAway(value, names) ? [download(value, 'set, and not here yet: download from the Hub')] : [];

const download = (value: string, description: string): Choice => ({
  label: value,
  description,
  value,
  download: true,
  iconPath: new vscode.ThemeIcon('cloud-download'),
});

function typedChoice(value: string, names: readonly string[]): Choice | undefined {
  if (PATH.test(value)) return { label: value, description: 'this path', value };
  return isAway(value, names) ? download(value, 'download from the Hub') : undefined;
}

/** Names of models that have to be downloaded before they can be used; a path has no organisation, or more parts. */
function isAway(value: string, names: readonly string[]): boolean {
  const isName = /^[^./~:\\][^/\\:]*\/[^/]+(@.+)?$|:.+\.gguf/.test(value);
  return isName && canBePulled(value) && !names.includes(value);
}

async function filesIn(folder: vscode.WorkspaceFolder | undefined): Promise<Choice[]> {
  if (!folder) return [];
  const pattern = new vscode.RelativePattern(folder, TOKENIZER_FILES);
  const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**', MOST);
  const choices = files.map((file) => {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    const place = name === 'tokenizer.json' ? vscode.Uri.joinPath(file, '..') : file;
    const value = pathFor(place, folder);
    return {
      label: value === '.' ? folder.name : value,
      description: name === 'tokenizer.json' ? name : '',
      value,
    };
  });
  return choices.sort((a, b) => (a.value < b.value ? -1 : 1));
}
