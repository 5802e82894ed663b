/** Reads the programs that come with a kit. */
import { readFile } from 'node:fs/promises';
import { kitPrograms, type KitFile } from '../certify/kit/files.ts';
import { shippedFile } from './shippedFile.ts';

export function shippedKitPrograms(): Promise<KitFile[]> {
  return Promise.all(
    kitPrograms.map(async (name) => {
      const file = shippedFile(`kit/${name}`, `../../kit/${name}`);
      return { name, text: await readFile(file, 'utf8') };
    }),
  );
}
