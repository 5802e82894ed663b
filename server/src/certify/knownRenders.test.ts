/** Renders that need not be made: what a request changes is never looked at. */
import { expect, test } from 'vitest';
import type { Conversation, RenderRequest } from '../../../protocol/conversation.ts';
import { contextOf, load } from '../jinja/index.ts';
import { KnownRenders } from './knownRenders.ts';
import { ContentKeys } from './requestKeys.ts';

const source = `{% for m in messages %}{{ m.content }}{% endfor %}
{%- if add_generation_prompt %}>{{ thinking }}{% endif %}`;
const { program } = load(source);

function request(
  kwargs: Conversation['kwargs'],
  addGenerationPrompt: boolean,
  content = 'hi',
): RenderRequest {
  const conversation = { messages: [{ role: 'user', content }], tools: null, documents: null, kwargs };
  return { conversation, addGenerationPrompt };
}

test.each<[string, RenderRequest, RenderRequest, boolean]>([
  ['the same, said by other objects', request({}, true), request({}, true), true],
  ['a variable nobody looks at', request({}, true), request({ other: 1 }, true), true],
  ['a variable it looked at', request({}, true), request({ thinking: false }, true), false],
  ['null is not absent', request({}, true), request({ thinking: null }, true), false],
  ['a variable it did not get to', request({}, false), request({ thinking: false }, false), true],
  ['the prompt', request({}, false), request({}, true), false],
  ['another message', request({}, false), request({}, false, 'ho'), false],
  ['a list it did not get to', request({ thinking: [1] }, false), request({ thinking: [2] }, false), true],
  ['equal lists', request({ thinking: [1] }, true), request({ thinking: [1] }, true), true],
  ['other lists', request({ thinking: [1] }, true), request({ thinking: [2] }, true), false],
])('%s', (_, made, asked, alike) => {
  const renders = new KnownRenders(new ContentKeys());
  const { messages, kwargs } = made.conversation;
  const context = contextOf({ messages, ...kwargs, add_generation_prompt: made.addGenerationPrompt });
  const rendered = program!.render(context);
  renders.add(made, rendered, program!);
  expect(renders.get(asked)).toBe(alike ? rendered : null);
  expect(renders.all().length).toBe(alike ? 2 : 1);
});
