import { loadTokenizer } from '../server/src/tokenizer/index.ts';
import { compare, MEANT, type Difference, type Mismatch } from './tokenizers/compare.ts';
import { fileDocuments, hardDocuments, languageDocuments, randomDocuments } from './tokenizers/documents.ts';
import { TOKENIZER_NAMES, tokenizerFiles } from './tokenizers/packages.ts';
import { Reference } from './tokenizers/reference.ts';

/**
 * The long comparison with the official tokenizers: `parity [--random N] [--characters N] [NAME...]`. Exits with 1 if
 * any document differs in a way that is not meant.
 */
const BATCH = 2000;
const SHOWN = 5;

const options = { random: 1_000_000, characters: 5_500_000, names: [] as string[] };
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift()!;
  if (word === '--random') options.random = Number(words.shift());
  else if (word === '--characters') options.characters = Number(words.shift());
  else options.names.push(word);
}

const documents = [...hardDocuments(), ...languageDocuments(), ...fileDocuments(options.characters)];
let unexplained = 0;
for (const name of options.names.length > 0 ? options.names : TOKENIZER_NAMES)
  unexplained += await parityOf(name);
process.exitCode = unexplained > 0 ? 1 : 0;

async function parityOf(name: string): Promise<number> {
  const files = tokenizerFiles(name);
  const tokenizer = await loadTokenizer(files);
  const reference = new Reference(files.tokenizer);
  const counts = new Map<Difference, number>();
  const report = (mismatch: Mismatch): void => {
    const count = (counts.get(mismatch.difference) ?? 0) + 1;
    counts.set(mismatch.difference, count);
    if (count <= SHOWN && !MEANT.includes(mismatch.difference)) show(name, mismatch);
  };
  let tokens = 0;
  for (const batch of batches(allDocuments(tokenizer.addedTokens.map((token) => token.content)))) {
    tokens += await compare(tokenizer, reference, batch, report);
  }
  const summary =
    [...counts].map(([difference, count]) => `${difference}: ${count}`).join(', ') || 'no difference';
  console.log(`${name}: ${documents.length + options.random} documents, ${tokens} tokens; ${summary}`);
  return [...counts]
    .filter(([difference]) => !MEANT.includes(difference))
    .reduce((sum, [, count]) => sum + count, 0);
}

function* allDocuments(addedTokens: readonly string[]): Generator<string> {
  yield* documents;
  let left = options.random;
  for (const document of randomDocuments(1, addedTokens)) {
    if (left-- <= 0) return;
    yield document;
  }
}

function* batches(texts: Iterable<string>): Generator<string[]> {
  let batch: string[] = [];
  for (const text of texts) {
    batch.push(text);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function show(name: string, { difference, text, token, ours, reference }: Mismatch): void {
  const shown = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text);
  console.log(`${name}: ${difference} at token ${token}: ours ${ours}, reference ${reference}, in ${shown}`);
}
