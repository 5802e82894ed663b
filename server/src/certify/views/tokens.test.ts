import { beforeAll, describe, expect, it } from 'vitest';
import type { LossMark, TokensModel } from '../../../../protocol/views.ts';
import { model, type Model } from '../../testing/certifying.ts';
import type { Trajectory } from '../../conversation/suite.ts';
import { certifyFully } from '../certify.ts';
import { tokens } from './tokens.ts';

let qwen: Model;

beforeAll(async () => {
  qwen = await model('qwen3');
});

const viewed = { templateUri: 'file:///t.jinja', templateName: 't.jinja', tokenizer: 'qwen3' };

function shown(
  source: string,
  choice?: string,
  withTokens = true,
  own: readonly Trajectory[] = [],
): TokensModel {
  const tokenizer = withTokens ? qwen.tokenizer : null;
  const settings = { trajectories: own };
  const { analysis } = certifyFully({ source, tokenizer, tokenizerInfo: null, settings });
  return tokens(analysis!, viewed, choice)!;
}

/** The text of the tokens with one of these marks, runs of them apart. */
function textOf({ render, loss }: TokensModel, ...marks: LossMark[]): string[] {
  const texts: string[] = [];
  render.tokens.forEach((cell, index) => {
    if (!marks.includes(loss[index]!)) return;
    if (marks.includes(loss[index - 1]!)) texts[texts.length - 1] += cell.text;
    else texts.push(cell.text);
  });
  return texts;
}

const blocks = (turn: string) =>
  `{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' %}${turn}{% else %}{{ m.content }}<|im_end|>\n{% endif %}{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}`;

describe('the tokens of a conversation', () => {
  it('are whose they are, scaffold apart', () => {
    const { messages, render } = shown(qwen.source, 'system-user');
    // The template writes its system message outside the loop: the frame around it is nobody's.
    expect(messages.map(({ message, role }) => [message, role])).toEqual([
      [-1, null],
      [0, 'system'],
      [-1, null],
      [1, 'user'],
      [2, 'assistant'],
    ]);
    expect(messages.map(({ start }) => start)).toEqual([0, ...messages.slice(0, -1).map(({ end }) => end)]);
    expect(messages.at(-1)!.end).toBe(render.tokens.length);
    const textsOf = (index: number, scaffold: boolean) =>
      render.tokens
        .slice(messages[index]!.start, messages[index]!.end)
        .filter(({ path }) => (path === null || path.endsWith('.role')) === scaffold)
        .map(({ text }) => text)
        .join('');
    expect(textsOf(1, false)).toBe('Answer in one sentence.');
    expect(textsOf(3, true)).toBe('<|im_start|>user\n<|im_end|>\n');
    expect(messages[3]!.scaffold).toBe(5);
  });

  it('start with a conversation that has tools, and offer every other under every setting', () => {
    const { choice, choices } = shown(qwen.source);
    expect(choice).toBe('tool-call');
    expect(choices.map(({ id }) => id)).toContain('tool-call · enable_thinking=false');
    expect(shown(qwen.source, 'nothing of that name').choice).toBe('tool-call');
  });

  it("offer people's own conversations first, and ask for a turn where one is missing", () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const own = { id: 'talks.jsonl#1', title: 'talks.jsonl#1', messages, tools: null };
    const { choices, render } = shown(qwen.source, own.id, true, [own]);
    expect(choices[0]!.id).toBe(own.id);
    expect(render.request.addGenerationPrompt).toBe(true);
    expect(render.text).toBe('<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n');
  });

  it('say what a model samples where no block says what is trained on', () => {
    const model = shown(qwen.source, 'tool-call');
    expect(model.hasBlocks).toBe(false);
    expect(textOf(model, 'sampled')).toEqual([
      expect.stringMatching(/^<tool_call>\n[^]*<\/tool_call><\|im_end\|>$/),
      '<think>\n\n</think>\n\nIt is 21 degrees in Paris.<|im_end|>',
    ]);
    expect(model.messages.find(({ message }) => message === 1)!.sampled).toBeGreaterThan(10);
  });

  it('are trained on where a block holds what is sampled', () => {
    const model = shown(
      blocks('{% generation %}{{ m.content }}<|im_end|>{% endgeneration %}\n'),
      'single-turn',
    );
    expect(model.hasBlocks).toBe(true);
    expect(textOf(model, 'trained')).toEqual(['It is 4.<|im_end|>']);
    expect(textOf(model, 'hole', 'leak')).toEqual([]);
  });

  it('show a stop token that is left out as a hole, and what nobody samples as a leak', () => {
    const hole = shown(
      blocks('{% generation %}{{ m.content }}{% endgeneration %}<|im_end|>\n'),
      'single-turn',
    );
    expect(textOf(hole, 'hole')).toEqual(['<|im_end|>']);
    const leak = shown(
      blocks('{% generation %}{{ m.content }}<|im_end|>\n{% endgeneration %}'),
      'single-turn',
    );
    expect(textOf(leak, 'leak')).toEqual(['\n']);
  });

  it('compare kept ids with rendering anew', () => {
    const { keptIds } = shown(qwen.source, 'tool-call');
    expect(keptIds?.steps).toMatchObject([
      { kind: 'sampled', parts: null, loss: { moved: 0, lost: 0 } },
      { kind: 'rewrite', from: 2, to: 3, loss: { kept: 0, lost: 4 } },
      { kind: 'sampled', parts: null },
    ]);
  });

  it('are runs of text without a tokenizer', () => {
    const model = shown(qwen.source, 'single-turn', false);
    expect(model.keptIds).toBeNull();
    expect(model.render.tokens.every(({ id }) => id === -1)).toBe(true);
    expect(textOf(model, 'sampled').join('')).toContain('It is 4.');
  });
});
