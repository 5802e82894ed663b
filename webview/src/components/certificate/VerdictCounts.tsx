import type { PropertyResult } from '../../../../protocol/certification.ts';
import { Mark } from './Mark.tsx';
import { toneOf, wordOf, worstFirst } from './verdicts.ts';

/** `1 FAIL  2 UNSUPPORTED  12 PASS` */
export function VerdictCounts({ properties }: { properties: readonly PropertyResult[] }) {
  const byWord = new Map<string, PropertyResult[]>();
  for (const property of worstFirst(properties, toneOf)) {
    const word = wordOf(property);
    byWord.set(word, [...(byWord.get(word) ?? []), property]);
  }
  return (
    <ul class="counts" aria-label="Verdicts">
      {[...byWord].map(([word, [first, ...others]]) => (
        <li key={word}>{first && <Mark tone={toneOf(first)} word={`${others.length + 1} ${word}`} />}</li>
      ))}
    </ul>
  );
}
