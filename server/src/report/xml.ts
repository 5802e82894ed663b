import { escapeUTF8 } from 'entities';

/** Text for XML: characters that it can't hold at all become U+FFFD. */
export function xml(text: string): string {
  const allowed = text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return escapeUTF8(allowed);
}

/** ` name="value"` for each. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value)).replace(/[\r\n\t]/g, ' ')}"`)
    .join('');
}
