import { fixtureRequire } from './packages.ts';

interface ReferenceEncoding {
  getIds(): number[];
  getOffsets(): [number, number][];
}

interface PartBinding {
  preTokenizeString(text: string): [string, [number, number]][];
}

interface ReferenceBinding {
  encodeBatch(
    texts: readonly string[],
    options: { readonly addSpecialTokens: boolean },
  ): Promise<readonly ReferenceEncoding[]>;
  decodeBatch(ids: readonly (readonly number[])[], skipSpecialTokens: boolean): Promise<readonly string[]>;
  getPreTokenizer(): PartBinding | null;
  getNormalizer(): { normalizeString(text: string): string } | null;
}

interface Binding {
  Tokenizer: { fromString(json: string): ReferenceBinding };
}

/** What the official Rust library makes of a text; ranges in UTF-16 units. */
export interface ReferenceResult {
  readonly text: string;
  readonly ids: readonly number[];
  readonly spans: readonly (readonly [number, number])[];
  readonly decoded: string;
}

/** The official library, as an oracle. Ranges are untrimmed, so that tokens cover the spaces they spell. */
export class Reference {
  private readonly binding: ReferenceBinding;

  constructor(tokenizerJson: string) {
    const config = JSON.parse(tokenizerJson) as Record<string, unknown>;
    config['truncation'] = null;
    config['padding'] = null;
    untrimmed(config['pre_tokenizer']);
    untrimmed(config['post_processor']);
    const { Tokenizer } = fixtureRequire('tokenizers') as Binding;
    this.binding = Tokenizer.fromString(JSON.stringify(config));
  }

  async run(texts: readonly string[]): Promise<ReferenceResult[]> {
    const encodings = await this.binding.encodeBatch(texts, { addSpecialTokens: false });
    const ids = encodings.map((encoding) => encoding.getIds());
    const decoded = await this.binding.decodeBatch(ids, false);
    return texts.map((text, at) => {
      const units = unitsOfCodePoints(text);
      const spans = encodings[at]!.getOffsets().map(([from, to]) => [units[from]!, units[to]!] as const);
      return { text, ids: ids[at]!, spans, decoded: decoded[at]! };
    });
  }

  preTokenize(text: string): string[] {
    return this.binding
      .getPreTokenizer()!
      .preTokenizeString(text)
      .map(([piece]) => piece);
  }

  normalize(text: string): string {
    return this.binding.getNormalizer()?.normalizeString(text) ?? text;
  }
}

function untrimmed(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('trim_offsets' in part) part.trim_offsets = false;
  Object.values(part).forEach(untrimmed);
}

function unitsOfCodePoints(text: string): number[] {
  const units: number[] = [];
  let at = 0;
  for (const character of text) {
    units.push(at);
    at += character.length;
  }
  units.push(at);
  return units;
}
