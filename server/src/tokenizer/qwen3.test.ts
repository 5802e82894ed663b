import { beforeAll, describe, expect, it } from 'vitest';
import { tokenizerFiles } from '../../../scripts/tokenizers/packages.ts';
import { loadTokenizer, type Tokenizer } from './index.ts';

let qwen: Tokenizer;

beforeAll(async () => {
  qwen = await loadTokenizer({
    ...tokenizerFiles('qwen3'),
    generationConfig: '{"eos_token_id": [151645, 151643]}',
  });
});

function tokens(text: string): [number, string][] {
  const { ids, starts, ends } = qwen.encode(text);
  return [...ids].map((id, at) => [id, text.slice(starts[at], ends[at])]);
}

describe('a loaded Qwen3 tokenizer', () => {
  it('encodes with the range of text behind each token', () => {
    expect(tokens('<|im_start|>user\nHello world<|im_end|>\n')).toEqual([
      [151644, '<|im_start|>'],
      [872, 'user'],
      [198, '\n'],
      [9707, 'Hello'],
      [1879, ' world'],
      [151645, '<|im_end|>'],
      [198, '\n'],
    ]);
  });

  it('gives bytes of one character the range of that character', () => {
    expect(tokens(' 🦩!')).toEqual([
      [11162, ' 🦩'],
      [99, '🦩'],
      [102, '🦩'],
      [0, '!'],
    ]);
  });

  it('covers the whole cluster that composition makes one character of', () => {
    expect(tokens('e\u0301x')).toEqual([
      [963, 'e\u0301'],
      [87, 'x'],
    ]);
  });

  it('takes a lone surrogate for U+FFFD', () => {
    expect([...qwen.encode('a\ud800').ids]).toEqual([...qwen.encode('a\ufffd').ids]);
  });

  it('encodes the empty text to nothing', () => {
    expect(qwen.encode('').ids).toHaveLength(0);
    expect(qwen.decode([])).toBe('');
  });

  it('decodes with special tokens kept, ids it does not know left out', () => {
    expect(qwen.decode([151644, 872, 198, 9999999, 39, 4791, 151645])).toBe(
      '<|im_start|>user\nHello<|im_end|>',
    );
    expect(qwen.decode([11162])).toBe(' \ufffd');
  });

  it('tells the bytes of a token', () => {
    expect(qwen.tokenBytes(11162)).toEqual(Uint8Array.of(0x20, 0xf0, 0x9f));
    expect(qwen.tokenBytes(9999999)).toBeNull();
    expect(new TextDecoder().decode(qwen.tokenBytes(151645)!)).toBe('<|im_end|>');
  });

  it('knows its special and added tokens', () => {
    expect(qwen.specialTokens).toMatchObject({ eos_token: '<|im_end|>', pad_token: '<|endoftext|>' });
    expect(qwen.eosIds).toEqual([151645, 151643]);
    expect(qwen.addedTokenId('</think>')).toBe(151668);
    expect(qwen.addedTokenId('Hello')).toBeNull();
    expect(qwen.vocabularySize).toBe(151669);
    expect(qwen.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(qwen.warnings).toEqual([]);
  });
});
