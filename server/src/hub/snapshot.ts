/** The cache's view of a commit, as `huggingface_hub` lays it out: links to blobs, and which commit a branch is at. */
import { copyFile, mkdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Puts a blob at its path in the snapshot: a relative link, or a copy where links are refused. */
export async function placeInSnapshot(blob: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true });
  const relative = path.relative(folder, blob);
  if ((await readlink(target).catch(() => null)) === relative) return;
  const fresh = `${target}.new`;
  await rm(fresh, { force: true });
  // Windows lets only some accounts make links.
  await symlink(relative, fresh).catch(() => copyFile(blob, fresh));
  await rename(fresh, target);
}

/** Notes which commit a branch or tag is at; whole or not at all. */
export async function writeRef(refs: string, revision: string, commit: string): Promise<void> {
  if (revision === commit) return;
  const file = path.join(refs, ...revision.split('/'));
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  await writeFile(fresh, commit);
  await rename(fresh, file);
}
