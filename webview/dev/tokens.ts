/** A conversation for the token view: Qwen3 as it is, and a template with generation blocks that miss. */
import type { LossMark, MessageTokens, TokensModel } from '../../protocol/views.ts';
import { notPreserved, preserved } from './qwen3.ts';

const { templateUri, templateName, tokenizer } = notPreserved;
const render = { ...preserved.after, title: '3 messages, generation prompt on' };
const { messages } = render.request.conversation;

/** The stop token of the assistant's turn ends what is sampled. */
const first = render.tokens.findIndex(({ line }) => line === 47) + 3;
const stop = render.tokens.findIndex(({ line }) => line === 71);

function stretches(loss: readonly LossMark[]): MessageTokens[] {
  const found: MessageTokens[] = [];
  render.tokens.forEach(({ message, path }, index) => {
    const last = found.at(-1);
    const part =
      last?.message === message
        ? last
        : {
            message,
            role: messages[message]?.role ?? null,
            start: index,
            end: index,
            scaffold: 0,
            sampled: 0,
          };
    const sampled = loss[index] !== 'context' && loss[index] !== 'leak';
    if (part === last) found.pop();
    found.push({
      ...part,
      end: index + 1,
      scaffold: part.scaffold + (path === null ? 1 : 0),
      sampled: part.sampled + (sampled ? 1 : 0),
    });
  });
  return found;
}

const sampledOnly = render.tokens.map((_, index): LossMark =>
  index >= first && index <= stop ? 'sampled' : 'context',
);
const blocks = render.tokens.map((_, index): LossMark => {
  if (index === stop) return 'hole';
  if (index >= first && index < stop) return 'trained';
  return index === stop + 1 || index === first - 2 ? 'leak' : 'context';
});

export const tokensOfQwen3: TokensModel = {
  kind: 'tokens',
  templateUri,
  templateName,
  tokenizer,
  title: 'One tool call',
  render,
  loss: sampledOnly,
  hasBlocks: false,
  messages: stretches(sampledOnly),
  keptIds: {
    steps: [
      {
        kind: 'sampled',
        from: 1,
        to: 2,
        kept: stop + 1,
        rendered: stop + 2,
        parts: null,
        loss: { kept: 24, moved: 0, lost: 0 },
      },
      {
        kind: 'rewrite',
        from: 2,
        to: 3,
        kept: stop + 1,
        rendered: render.tokens.length,
        parts: first,
        loss: { kept: 0, moved: 20, lost: 4 },
      },
    ],
    ended: null,
  },
  choices: [
    { id: 'tool-call', label: 'tool-call' },
    { id: 'tool-call · enable_thinking=false', label: 'tool-call · enable_thinking=false' },
    { id: 'talks.jsonl#1', label: 'talks.jsonl#1' },
  ],
  choice: 'tool-call',
};

export const tokensWithBlocks: TokensModel = {
  ...tokensOfQwen3,
  loss: blocks,
  hasBlocks: true,
  messages: stretches(blocks),
  keptIds: {
    steps: [
      {
        kind: 'sampled',
        from: 1,
        to: 2,
        kept: stop + 1,
        rendered: stop + 2,
        parts: null,
        loss: { kept: 24, moved: 0, lost: 0 },
      },
      {
        kind: 'delta',
        from: 2,
        to: 3,
        kept: render.tokens.length,
        rendered: render.tokens.length,
        parts: null,
        loss: { kept: 24, moved: 0, lost: 0 },
      },
    ],
    ended: null,
  },
};
