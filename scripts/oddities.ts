import { loadTokenizer } from '../server/src/tokenizer/index.ts';
import { compare, MEANT, type Difference } from './tokenizers/compare.ts';
import { hardDocuments, randomDocuments } from './tokenizers/documents.ts';
import { ODD_TEXTS, ODDITIES } from './tokenizers/odd/index.ts';
import { Reference } from './tokenizers/reference.ts';

/** Odd tokenizer.json files against the official library: `oddities [DOCUMENTS [NAME]]`. Exits with 1 if any differs. */
const [count = '3000', name = ''] = process.argv.slice(2);
const LONGEST = 4000;

const documents = hardDocuments().filter((text) => text.length < LONGEST);
for (const text of randomDocuments(7, ODD_TEXTS)) {
  if (documents.length >= Number(count)) break;
  documents.push(text);
}
let differing = 0;
let tokens = 0;
const chosen = ODDITIES.filter((oddity) => oddity.name.includes(name));
for (const oddity of chosen) {
  const files = {
    tokenizer: oddity.json,
    tokenizerConfig: null,
    generationConfig: null,
    specialTokensMap: null,
  };
  const counts = new Map<Difference, number>();
  tokens += await compare(await loadTokenizer(files), new Reference(oddity.json), documents, (mismatch) => {
    const { difference, text, token, ours, reference } = mismatch;
    counts.set(difference, (counts.get(difference) ?? 0) + 1);
    if (MEANT.includes(difference)) return;
    differing++;
    console.log(
      `${oddity.name}: ${difference} at token ${token}: ours ${ours}, reference ${reference}, in ${JSON.stringify(text)}`,
    );
  });
  console.log(`${oddity.name}: ${[...counts].map((entry) => entry.join(' ')).join(', ') || 'no difference'}`);
}
console.log(
  `${chosen.length} files, ${documents.length} documents each, ${tokens} tokens; ${differing} not meant`,
);
process.exitCode = differing > 0 ? 1 : 0;
