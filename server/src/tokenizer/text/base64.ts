/** Null for what is no base64. */
export function bytesOfBase64(text: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text) || text === '')
    return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
