import { join } from 'node:path';

/** The checkout. Every other path hangs from it, so scripts work from any working directory. */
export const root = join(import.meta.dirname, '../..');

/** Everything that can be made again: never committed, safe to delete. */
export const cache = join(root, '.cache');

export const logs = join(cache, 'logs');

export const vsix = join(cache, 'chat-template-studio.vsix');

/** What tests leave for people to look at. */
export const artefacts = join(root, 'artefacts');
