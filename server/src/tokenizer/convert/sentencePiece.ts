import { addedToken, vocabObject, type AddedTokenEntry } from './byteLevel.ts';
import { splitMerges } from './splitMerges.ts';

export interface SentencePieceParts {
  readonly vocab: ReadonlyMap<string, number>;
  /** By id: pairs merge to the token of the highest score first. */
  readonly scores: readonly number[];
  /** Whether a token may be merged from and to: not those that stand for themselves only. */
  readonly isPiece: (id: number) => boolean;
  readonly added: readonly AddedTokenEntry[];
  readonly unknown: string | null;
  /** Whether text begins with a space that was not in it. */
  readonly addsSpace: boolean;
}

const SPACE = '▁';

/** tokenizer.json of a BPE tokenizer that SentencePiece made, from its pieces and scores. */
export function sentencePieceJson(parts: SentencePieceParts): string {
  const { vocab, scores, isPiece, added, addsSpace } = parts;
  const order = [...vocab]
    .filter(([, id]) => isPiece(id))
    .sort(([, a], [, b]) => scores[b]! - scores[a]! || a - b)
    .map(([token]) => token);
  const rankOf = (text: string): number | undefined => {
    const id = vocab.get(text);
    return id === undefined || !isPiece(id) ? undefined : id;
  };
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
      merges: splitMerges(order, rankOf),
    },
  });
}
