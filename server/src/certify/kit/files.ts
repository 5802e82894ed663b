/** The kit as files: what it says as JSON, and the programs beside it that read it. */
import type { TitoKit } from '../../../../protocol/titoKit.ts';

export interface KitFile {
  readonly name: string;
  readonly text: string;
}

/** Programs that come with every kit, as they lie in `server/kit`. */
export const kitPrograms = ['tito_kit.py', 'test_tito_kit.py', 'titoKit.ts', 'testTitoKit.ts'] as const;

export const kitFileName = 'tito-kit.json';

export function kitFiles(kit: TitoKit, programs: readonly KitFile[]): KitFile[] {
  return [{ name: kitFileName, text: kitText(kit) }, ...programs];
}

/** Lists of numbers on one line each: thousands of ids would be thousands of lines. */
export function kitText(kit: TitoKit): string {
  const text = JSON.stringify(kit, null, 2).replaceAll(
    // Texts hold no line break of their own here: only lists are laid out so.
    /\[\n\s*(-?\d+(?:,\n\s*-?\d+)*)\n\s*\]/g,
    (_, numbers: string) => `[${numbers.replaceAll(/\s+/g, ' ')}]`,
  );
  return `${text}\n`;
}
