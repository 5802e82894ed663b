/** Tokenizers a worker has loaded: one per content, whichever folders and documents ask for it. */
import type { TokenizerInfo } from '../../../protocol/certification.ts';
import type { TokenizerRequest, TokenizerState } from '../../../protocol/worker.ts';
import { TokenizerError } from '../tokenizer/types.ts';
import type { Tokenizer, TokenizerFiles } from '../tokenizer/types.ts';

/** Files of the tokenizer that a request leads to, or why it leads to none. */
export type TokenizerPlace =
  | {
      readonly found: true;
      /** Folder or model's name, as the person would say it. */
      readonly source: string;
      /** Where the files are, for error messages. */
      readonly folder: string;
      readonly files: TokenizerFiles;
    }
  /** `asked`: the person named one, so that none is an error. */
  | { readonly found: false; readonly asked: boolean; readonly reason: string };

export interface TokenizerHost {
  /** Throws TokenizerError where a file is there and can't be read. */
  find(request: TokenizerRequest): Promise<TokenizerPlace>;
  load(files: TokenizerFiles): Tokenizer | Promise<Tokenizer>;
  /** Any digest that changes with the text. */
  digest(text: string): string;
}

export interface LoadedTokenizer {
  readonly state: TokenizerState;
  readonly tokenizer: Tokenizer | null;
  readonly info: TokenizerInfo | null;
}

/** A large vocabulary holds some hundred megabytes once loaded. */
const KEPT = 3;

export class TokenizerCache {
  /** Least recently used first. */
  private readonly byRevision = new Map<string, Tokenizer>();
  private readonly byRequest = new Map<string, LoadedTokenizer>();

  constructor(private readonly host: TokenizerHost) {}

  /** Never rejects: a tokenizer that can't be loaded is a state. `fresh` reads its files again. */
  async get(request: TokenizerRequest, fresh: boolean): Promise<LoadedTokenizer> {
    const key = JSON.stringify(request);
    const known = fresh ? undefined : this.byRequest.get(key);
    if (known) return known;
    const loaded = await this.load(request);
    this.byRequest.set(key, loaded);
    return loaded;
  }

  private async load(request: TokenizerRequest): Promise<LoadedTokenizer> {
    let folder = request.chosen ?? request.templatePath ?? '';
    try {
      const found = await this.host.find(request);
      if (!found.found) return without(missingState(found.reason, found.asked, folder));
      folder = found.folder;
      const revision = this.revisionOf(found.files);
      const tokenizer = this.byRevision.get(revision) ?? (await this.host.load(found.files));
      this.keep(revision, tokenizer);
      const info = { source: found.source, sha256: tokenizer.sha256 };
      const { vocabularySize: vocabulary, warnings } = tokenizer;
      return { state: { status: 'ready', revision, info, vocabulary, warnings }, tokenizer, info };
    } catch (error) {
      return without(brokenState(error, folder));
    }
  }

  private revisionOf(files: TokenizerFiles): string {
    const parts = [files.tokenizer, files.tokenizerConfig, files.generationConfig, files.specialTokensMap];
    return this.host.digest(parts.map((text) => (text === null ? '-' : this.host.digest(text))).join(' '));
  }

  private keep(revision: string, tokenizer: Tokenizer): void {
    this.byRevision.delete(revision);
    this.byRevision.set(revision, tokenizer);
    if (this.byRevision.size <= KEPT) return;
    const [oldest] = this.byRevision.keys();
    if (oldest === undefined) return;
    const dropped = this.byRevision.get(oldest);
    this.byRevision.delete(oldest);
    for (const [key, { tokenizer: used }] of this.byRequest) if (used === dropped) this.byRequest.delete(key);
  }
}

function without(state: TokenizerState): LoadedTokenizer {
  return { state, tokenizer: null, info: null };
}

function missingState(reason: string, asked: boolean, file: string): TokenizerState {
  return asked ? { status: 'broken', message: reason, file } : { status: 'none', reason };
}

function brokenState(error: unknown, folder: string): TokenizerState {
  const message = error instanceof Error ? error.message : String(error);
  const file = error instanceof TokenizerError ? error.file : folder;
  return {
    status: 'broken',
    message,
    file: file.includes('/') || file.includes('\\') ? file : join(folder, file),
  };
}

function join(folder: string, file: string): string {
  if (file === '') return folder;
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
  return folder.endsWith(separator) ? folder + file : folder + separator + file;
}
