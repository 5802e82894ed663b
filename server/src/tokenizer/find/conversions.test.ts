import { expect, test } from 'vitest';
import { ggufFile, sourceOf } from '../convert/testing/ggufFile.ts';
import type { TokenizerFiles } from '../types.ts';
import type { FolderReader } from './files.ts';
import { readTokenizerFile } from './forms.ts';

const gguf = (space: boolean) =>
  ggufFile({
    'tokenizer.ggml.model': 'llama',
    'tokenizer.ggml.tokens': ['<unk>', 'a', 'b', 'ab'],
    'tokenizer.ggml.token_type': [2, 1, 1, 1],
    'tokenizer.ggml.scores': [0, -2, -3, -1],
    'tokenizer.ggml.unknown_token_id': 0,
    'tokenizer.ggml.add_space_prefix': space,
  });

test('what takes seconds is converted once per content', async () => {
  const kept = new Map<string, TokenizerFiles>();
  const files: Record<string, Uint8Array> = {
    '/a.gguf': gguf(true),
    '/b.gguf': gguf(true),
    '/c.gguf': gguf(false),
  };
  const reader: FolderReader = {
    readText: () => Promise.resolve(null),
    list: () => Promise.resolve([]),
    open: (path) => Promise.resolve(files[path] ? sourceOf(files[path]) : null),
    conversions: {
      get: (key) => Promise.resolve(kept.get(key) ?? null),
      put: (key, converted) => Promise.resolve(void kept.set(key, converted)),
    },
  };
  const a = await readTokenizerFile(reader, '/a.gguf');
  const [key] = [...kept.keys()];
  const b = await readTokenizerFile(reader, '/b.gguf');
  const c = await readTokenizerFile(reader, '/c.gguf');
  expect(b).toEqual(a);
  expect(c).not.toEqual(a);
  expect(kept.size).toBe(2);
  kept.set(key!, { ...a!, tokenizer: 'kept' });
  expect((await readTokenizerFile(reader, '/b.gguf'))?.tokenizer).toBe('kept');
  expect(a?.warnings?.[0]).toContain('whether a space is put');
  expect(c?.warnings).toEqual([]);
});
