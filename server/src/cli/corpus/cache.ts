/** Rows by what they depend on: tool, template, tokenizer, settings. A file each, so that parts can be shared. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workerFile } from './crew.ts';
import type { CorpusRow } from './row.ts';

export interface CacheKeyParts {
  readonly source: string;
  /** SHA-256; null without a tokenizer. */
  readonly tokenizer: string | null;
  readonly settings: unknown;
}

export class CorpusCache {
  private readonly tool: string;

  /** `folder` null: nothing is kept. */
  constructor(
    private readonly folder: string | null,
    version: string,
    program = workerFile(),
  ) {
    // The program itself, not only its version: between two releases it changes too.
    this.tool = folder === null ? '' : digest([version, readFileSync(program, 'utf8')]);
  }

  keyOf({ source, tokenizer, settings }: CacheKeyParts): string {
    return digest([this.tool, source, tokenizer ?? '-', JSON.stringify(settings)]);
  }

  /** Null where it is not known, or can't be read. */
  async get(key: string): Promise<CorpusRow | null> {
    const text = this.folder && (await readFile(this.fileOf(key), 'utf8').catch(() => null));
    if (!text) return null;
    try {
      return JSON.parse(text) as CorpusRow;
    } catch {
      return null;
    }
  }

  async put(key: string, row: CorpusRow): Promise<void> {
    if (this.folder === null) return;
    await mkdir(this.folder, { recursive: true });
    const unfinished = `${this.fileOf(key)}.${process.pid}`;
    await writeFile(unfinished, JSON.stringify(row));
    await rename(unfinished, this.fileOf(key));
  }

  private fileOf(key: string): string {
    return path.join(this.folder ?? '', `${key}.json`);
  }
}

function digest(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex');
}
