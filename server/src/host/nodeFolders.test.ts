import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeFolders } from './nodeFolders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'folders-'));
  vi.stubEnv('XDG_CACHE_HOME', folder);
  return () => rmSync(folder, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

const files = { tokenizer: '{}', tokenizerConfig: null, generationConfig: null, specialTokensMap: null };

describe('conversions', () => {
  const { conversions } = nodeFolders;

  it('are kept in the cache folder, whole', async () => {
    expect(await conversions!.get('key')).toBeNull();
    await conversions!.put('key', files);
    expect(await conversions!.get('key')).toEqual(files);
    expect(readdirSync(path.join(folder, 'chat-template/converted'))).toEqual(['key.json']);
  });

  it('that are damaged or can’t be written are made again', async () => {
    mkdirSync(path.join(folder, 'chat-template/converted'), { recursive: true });
    writeFileSync(path.join(folder, 'chat-template/converted/key.json'), '{"tok');
    expect(await conversions!.get('key')).toBeNull();
    vi.stubEnv('XDG_CACHE_HOME', path.join(folder, 'chat-template/converted/key.json'));
    await conversions!.put('key', files);
    expect(await conversions!.get('key')).toBeNull();
  });
});

describe('large files', () => {
  it('are read by place', async () => {
    writeFileSync(path.join(folder, 'a'), 'abcdef');
    const source = await nodeFolders.open(path.join(folder, 'a'));
    expect(Buffer.from(await source!.read(2, 3)).toString()).toBe('cde');
    expect(Buffer.from(await source!.read(5, 9)).toString()).toBe('f');
    expect(await source!.read(9, 1)).toHaveLength(0);
    await source!.close();
  });

  it('may be absent, or folders', async () => {
    expect(await nodeFolders.open(path.join(folder, 'none'))).toBeNull();
    expect(await nodeFolders.open(folder)).toBeNull();
  });
});
