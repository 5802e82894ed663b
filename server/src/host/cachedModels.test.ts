import { expect, test } from 'vitest';
import { cachedModels } from './cachedModels.ts';

const hub = '/home/me/.cache/huggingface/hub';
const headers = '/home/me/.cache/chat-template/gguf';
const folders: Record<string, readonly string[]> = {
  [headers]: ['models--org--g', 'addresses'],
  [`${headers}/models--org--g/snapshots`]: ['abc'],
  [`${headers}/models--org--g/snapshots/abc`]: ['m-Q4.gguf', 'm-Q8.gguf'],
  [hub]: ['models--Qwen--Qwen3-8B', 'models--gpt2', 'models--no--tokenizer', 'datasets--a--b', 'version.txt'],
  [`${hub}/models--Qwen--Qwen3-8B/snapshots`]: ['abc'],
  [`${hub}/models--Qwen--Qwen3-8B/snapshots/abc`]: ['tokenizer.json', 'config.json'],
  [`${hub}/models--gpt2/snapshots`]: ['def'],
  [`${hub}/models--gpt2/snapshots/def`]: ['tokenizer.json'],
  [`${hub}/models--no--tokenizer/snapshots`]: ['ghi'],
  [`${hub}/models--no--tokenizer/snapshots/ghi`]: ['model.safetensors'],
};
const reader = {
  readText: () => Promise.resolve(null),
  open: () => Promise.resolve(null),
  list: (folder: string) => Promise.resolve(folders[folder] ?? []),
};

test('models with a tokenizer, by the names that the setting takes', async () => {
  expect(await cachedModels(reader, { variables: {}, home: '/home/me' })).toEqual([
    'Qwen/Qwen3-8B',
    'gpt2',
    'org/g:m-Q4.gguf',
    'org/g:m-Q8.gguf',
  ]);
});

test('none without a cache', async () => {
  expect(await cachedModels(reader, { variables: {}, home: null })).toEqual([]);
  expect(await cachedModels(reader, { variables: { HF_HOME: '/elsewhere' }, home: null })).toEqual([]);
});
