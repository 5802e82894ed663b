const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strictDecoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Bytes that are no UTF-8 become U+FFFD, one for each maximal invalid part. */
export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Null where the bytes are no UTF-8. */
export function strictUtf8Text(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}
