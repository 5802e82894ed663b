/** The cache's view of a commit, as `huggingface_hub` lays it out: links to blobs, and which commit a branch is at. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readlink, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Puts a blob at its path in the snapshot: a relative link, or a copy where links are refused. */
export async function placeInSnapshot(blob: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true });
  const relative = path.relative(folder, blob);
  if ((await readlink(target).catch(() => null)) === relative) return;
  const fresh = beside(target);
  // Windows lets only some accounts make links.
  await symlink(relative, fresh).catch(() => copyFile(blob, fresh));
  await rename(fresh, target);
}

/** Notes which commit a branch or tag is at; whole or not at all. */
export async function writeRef(refs: string, revision: string, commit: string): Promise<void> {
  if (revision === commit) return;
  const file = path.join(refs, ...revision.split('/'));
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = beside(file);
  await writeFile(fresh, commit);
  await rename(fresh, file);
}

/** A name of its own: two pulls may be at work. */
const beside = (file: string): string => `${file}.${randomUUID().slice(0, 8)}.incomplete`;
