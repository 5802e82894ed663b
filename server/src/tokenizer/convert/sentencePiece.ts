import { addedToken, vocabObject, type AddedTokenEntry } from './byteLevel.ts';

export interface SentencePieceParts {
  readonly vocab: ReadonlyMap<string, number>;
  /** Pairs in the order in which they are merged. */
  readonly merges: readonly (string | readonly [string, string])[];
  readonly added: readonly AddedTokenEntry[];
  readonly unknown: string | null;
  /** Whether text begins with a space that was not in it. */
  readonly addsSpace: boolean;
}

export const SPACE = '▁';

/** tokenizer.json of a BPE tokenizer that SentencePiece made, from its pieces and scores. */
export function sentencePieceJson(parts: SentencePieceParts): string {
  const { vocab, added, addsSpace } = parts;
  const replace = { type: 'Replace', pattern: { String: ' ' }, content: SPACE };
  const back = { type: 'Replace', pattern: { String: SPACE }, content: ' ' };
  return JSON.stringify({
    added_tokens: added.map(addedToken),
    normalizer: addsSpace
      ? { type: 'Sequence', normalizers: [{ type: 'Prepend', prepend: SPACE }, replace] }
      : replace,
    pre_tokenizer: null,
    post_processor: null,
    decoder: {
      type: 'Sequence',
      decoders: [
        back,
        { type: 'ByteFallback' },
        { type: 'Fuse' },
        ...(addsSpace ? [{ type: 'Strip', content: ' ', start: 1, stop: 0 }] : []),
      ],
    },
    model: {
      type: 'BPE',
      unk_token: parts.unknown,
      fuse_unk: true,
      byte_fallback: true,
      vocab: vocabObject(vocab),
      merges: parts.merges,
    },
  });
}

/**
 * Every way to put a piece together of two others: by the score of the piece, then the longer left and right part first.
 * `scoreOf`, by id: infinite comes before all others; null is not merged from or to, the token stands for itself only.
 */
export function mergesByScore(
  vocab: ReadonlyMap<string, number>,
  scoreOf: (id: number) => number | null,
): [string, string][] {
  const scores = new Map<string, number>();
  for (const [piece, id] of vocab) {
    const score = scoreOf(id);
    if (score !== null) scores.set(piece, score);
  }
  const ways: { left: string; right: string; score: number; leftLength: number; length: number }[] = [];
  for (const [piece, score] of scores) {
    const characters = [...piece];
    for (let leftLength = 1, at = 0; leftLength < characters.length; leftLength++) {
      at += characters[leftLength - 1]!.length;
      const [left, right] = [piece.slice(0, at), piece.slice(at)];
      if (scores.has(left) && scores.has(right)) {
        ways.push({ left, right, score, leftLength, length: characters.length });
      }
    }
  }
  ways.sort((a, b) => byScore(a.score, b.score) || b.leftLength - a.leftLength || b.length - a.length);
  return ways.map(({ left, right }) => [left, right]);
}

/** Infinite scores have no difference. */
const byScore = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1);
