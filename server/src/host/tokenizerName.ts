/** What a person writes for a tokenizer, in a setting, a config file or an option. */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { holdsTokenizer, parseGgufAddress, parseGgufName, parseRepository } from '../tokenizer/index.ts';
import { nodeFolders } from './nodeFolders.ts';

/** A path, absolute from `base`, where there is something; else the name of something on the Hub, where it can be one. */
export async function resolveTokenizer(chosen: string, base: string): Promise<string> {
  if (parseGgufAddress(chosen) !== null) return chosen;
  const there = path.resolve(base, chosen.replace(/^~(?=$|[\\/])/, homedir()));
  const entry = await stat(there).catch(() => null);
  const isName = parseRepository(chosen) !== null || parseGgufName(chosen) !== null;
  // A folder of the model's name that holds no tokenizer is not what is meant.
  if (entry?.isDirectory() === true && isName)
    return (await holdsTokenizer(nodeFolders, there)) ? there : chosen;
  return entry !== null || !isName ? there : chosen;
}
