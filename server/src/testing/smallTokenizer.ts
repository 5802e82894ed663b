/** For tests: a tokenizer of bytes, a few merges and the control tokens that a test asks for. */
import { CHARACTER_OF_BYTE, tokenOfBytes } from '../tokenizer/text/byteAlphabet.ts';
import { loadTokenizer, type Tokenizer } from '../tokenizer/index.ts';

export interface SmallTokenizer {
  /** Control tokens; those not flagged special as `{ content, special: false }`. */
  readonly added: readonly (string | { readonly content: string; readonly special: boolean })[];
  /** Texts that become one token wherever they stand. */
  readonly merged?: readonly string[];
  readonly bos?: string;
  readonly eos?: string;
  readonly pad?: string;
  readonly addsBos?: boolean;
  /** `eos_token_id` of a generation_config.json; absent: there is no such file. */
  readonly ends?: readonly string[];
  readonly trimsOffsets?: boolean;
}

export function smallTokenizer(asked: SmallTokenizer): Promise<Tokenizer> {
  const { bos, eos, pad, addsBos, ends } = asked;
  const merges = (asked.merged ?? []).flatMap(mergesOf);
  const words = [...CHARACTER_OF_BYTE, ...new Set(merges.map((pair) => pair.join('')))];
  const added = asked.added.map((token, index) => ({
    id: words.length + index,
    ...(typeof token === 'string' ? { content: token, special: true } : token),
  }));
  const idOf = (content: string) => added.find((token) => token.content === content)!.id;
  return loadTokenizer({
    tokenizer: JSON.stringify({
      added_tokens: added,
      pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, use_regex: false },
      post_processor: { type: 'ByteLevel', trim_offsets: asked.trimsOffsets ?? false },
      decoder: { type: 'ByteLevel' },
      model: { type: 'BPE', vocab: Object.fromEntries(words.map((word, id) => [word, id])), merges },
    }),
    tokenizerConfig: JSON.stringify({
      bos_token: bos,
      eos_token: eos,
      pad_token: pad,
      add_bos_token: addsBos,
    }),
    generationConfig: ends === undefined ? null : JSON.stringify({ eos_token_id: ends.map(idOf) }),
    specialTokensMap: null,
  });
}

/** Byte by byte from the left. */
function mergesOf(text: string): [string, string][] {
  const bytes = [...tokenOfBytes(new TextEncoder().encode(text))];
  return bytes.slice(1).map((byte, index) => [bytes.slice(0, index + 1).join(''), byte]);
}
