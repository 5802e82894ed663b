/** The editor's parser from its files, as the build lays them out. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemplateParser } from '../language/index.ts';
import type { TemplateParser } from '../language/index.ts';

/** Rejects where a file is missing or is not what it should be. */
export async function loadTemplateParser(
  grammarFolder: string,
  runtimeFolder = grammarFolder,
): Promise<TemplateParser> {
  const [grammar, runtime] = await Promise.all([
    readFile(join(grammarFolder, 'chat_template.wasm')),
    readFile(join(runtimeFolder, 'web-tree-sitter.wasm')),
  ]);
  return createTemplateParser({ grammar, runtime });
}
