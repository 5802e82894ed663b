import { fileURLToPath } from 'node:url';

/** Path of a `file:` address; null for any other, and for one that names no file here. */
export function filePathOf(uri: string): string | null {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}
