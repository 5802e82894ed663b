/** Text as a person can see it: whitespace and invisible characters get a glyph, and every glyph a width. */

export interface Glyphs {
  readonly text: string;
  readonly kind: 'plain' | 'blank' | 'invisible';
}

const blanks: Readonly<Record<string, string>> = { ' ': '·', '\t': '→', '\n': '↵', '\r': '←' };

/** Spaces other than the four above: shown as one sign, since their width says nothing. */
const otherSpace = /^[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/u;

/** Control and format characters, lone surrogates: among them those that reorder the line they stand in. */
const unseen = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufe00-\ufe0f]$/u;

/** Joins emoji: harmless, and spelling it out would tear a picture apart. */
const joiners = new Set(['\u200d', '\ufe0f']);

/** Splits text into runs that are shown alike. `visible` false: whitespace stays blank, never the unseen. */
export function glyphsOf(text: string, visible: boolean): Glyphs[] {
  const runs: { text: string; kind: Glyphs['kind'] }[] = [];
  let before = '';
  for (const character of text) {
    const [shown, kind] = glyphOf(character, before, visible);
    const last = runs.at(-1);
    // Blanks are set one by one so that each takes exactly one column, whatever font draws it.
    if (last !== undefined && last.kind === kind && kind === 'plain') last.text += shown;
    else runs.push({ text: shown, kind });
    before = character;
  }
  return runs;
}

function glyphOf(character: string, before: string, visible: boolean): [string, Glyphs['kind']] {
  const blank = blanks[character];
  if (blank !== undefined) return [visible ? blank : '\u00a0', 'blank'];
  if (otherSpace.test(character)) return [visible ? '␣' : '\u00a0', 'blank'];
  if (joiners.has(character) && before > '\u2190') return [character, 'plain'];
  if (unseen.test(character)) return [codeOf(character), 'invisible'];
  return [character, 'plain'];
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Columns of a fixed-width font that the glyphs take; rather too many than too few. */
export function columnsOf(glyphs: readonly Glyphs[]): number {
  let columns = 0;
  for (const { text, kind } of glyphs) {
    if (kind === 'blank') columns += 1;
    // Spelled out in a smaller box with a border of its own.
    else if (kind === 'invisible') columns += text.length + 1;
    else for (const character of text) columns += columnsOfCharacter(character.codePointAt(0) ?? 0);
  }
  return columns;
}

/** `columnsOf` of a text; most tokens are plain ASCII, where it is the length. */
export function columnsOfText(text: string, visible: boolean): number {
  return /^[ -~]*$/.test(text) ? text.length : columnsOf(glyphsOf(text, visible));
}

/** Scripts after Hebrew are drawn by other fonts: their width is guessed, generously. */
function columnsOfCharacter(point: number): number {
  if (point < 0x590 || (point >= 0x2010 && point < 0x2600)) return 1;
  return point < 0x10000 ? 2 : 3;
}

/** `"E2 80"` of the hex a cell carries. */
export function spacedHex(hex: string): string {
  return hex
    .replace(/\s+/g, '')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1 ');
}
