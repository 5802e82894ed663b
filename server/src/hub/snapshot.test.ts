import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { placeInSnapshot, writeRef } from './snapshot.ts';

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  symlink: () => Promise.reject(Object.assign(new Error('not permitted'), { code: 'EPERM' })),
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
  return () => rmSync(folder, { recursive: true });
});

test('where links are refused a snapshot holds copies, again and again', async () => {
  const [blob, target] = [
    path.join(folder, 'blobs/abc'),
    path.join(folder, 'snapshots/c/sub/tokenizer.json'),
  ];
  mkdirSync(path.dirname(blob));
  for (const text of ['first', 'second']) {
    writeFileSync(blob, text);
    await placeInSnapshot(blob, target);
    expect(lstatSync(target).isFile()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe(text);
  }
});

test('a ref may lie in folders, and a commit has none', async () => {
  await writeRef(folder, 'refs/pr/1', 'c0ffee');
  await writeRef(folder, 'c0ffee', 'c0ffee');
  expect(readFileSync(path.join(folder, 'refs/pr/1'), 'utf8')).toBe('c0ffee');
  expect(() => readFileSync(path.join(folder, 'c0ffee'))).toThrow();
});
