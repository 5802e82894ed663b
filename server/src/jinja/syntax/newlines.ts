/**
 * The template as Jinja2 reads it: `\r\n` and `\r` are `\n`, and one newline at the very end is dropped.
 * Keeps the way back to the offsets of the file.
 */
export interface NormalizedSource {
  readonly text: string;
  /** Offset in the file of each offset in `text` (length + 1 entries); null where they are the same. */
  readonly offsets: Int32Array | null;
}

export function normalizeNewlines(source: string): NormalizedSource {
  if (!source.includes('\r')) return { text: withoutLastNewline(source), offsets: null };
  const offsets = new Int32Array(source.length + 1);
  const chunks: string[] = [];
  let length = 0;
  let chunkStart = 0;
  for (let at = 0; at < source.length; at++) {
    offsets[length++] = at;
    if (source.charCodeAt(at) !== 0x0d) continue;
    chunks.push(source.slice(chunkStart, at), '\n');
    if (source.charCodeAt(at + 1) === 0x0a) at++;
    chunkStart = at + 1;
  }
  offsets[length] = source.length;
  chunks.push(source.slice(chunkStart));
  const text = withoutLastNewline(chunks.join(''));
  return { text, offsets: offsets.subarray(0, text.length + 1) };
}

function withoutLastNewline(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
