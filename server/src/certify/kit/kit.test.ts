import { beforeAll, describe, expect, it } from 'vitest';
import type { TitoKit } from '../../../../protocol/titoKit.ts';
import { Kit, KitError, Sample, type Encode } from '../../../kit/titoKit.ts';
import { certifyFully } from '../index.ts';
import { model, type Model } from '../../testing/certifying.ts';
import { complaintsOf, schema } from '../../testing/schemas.ts';
import { kitText } from './files.ts';
import { titoKit, type KitResult } from './kit.ts';

let qwen: Model;
let preserving: string;

beforeAll(async () => {
  qwen = await model('qwen3');
  preserving = qwen.source.replace('loop.last or (not loop.last and reasoning_content)', 'true');
});

function kitFor(source: string, { tokenizer }: Model = qwen, kwargs = {}): KitResult {
  const info = { source: 'models/a', sha256: tokenizer.sha256 };
  const { analysis } = certifyFully({ source, tokenizer, tokenizerInfo: info });
  return titoKit(analysis!, info, { name: 'chat_template.jinja', toolVersion: '1.2.3', kwargs });
}

function given(result: KitResult): TitoKit {
  if (!result.ok) throw new Error(result.reason);
  return result.kit;
}

/** A template of turns, each closed by Qwen's stop token; `tool` writes a tool's answer. */
const turns = (tool: string) =>
  `{% for m in messages %}{% if m.role == 'tool' %}${tool}{% else %}<|im_start|>{{ m.role }}\n{{ m.content }}{% for c in m.tool_calls %}<tool_call>{{ c.function.name }} {{ c.function.arguments | tojson }}</tool_call>{% endfor %}<|im_end|>{% endif %}{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}`;

describe('the kit of a template', () => {
  it('has what a trainer needs, in the published format', () => {
    const kit = given(kitFor(preserving));
    expect(complaintsOf(schema('tito-kit'), JSON.parse(kitText(kit)))).toEqual([]);
    expect(kit).toMatchObject({
      stop: [{ id: 151645, text: '<|im_end|>' }],
      generationPrompt: { text: '<|im_start|>assistant\n', ids: [151644, 77091, 198] },
      append: {
        tool: {
          rule: 'trimmed-to-stop',
          tail: '\n',
          open: '<|im_start|>user\n<tool_response>\n',
          item: [{ field: 'content', as: 'verbatim' }],
          separator: '\n</tool_response>\n<tool_response>\n',
          close: '\n</tool_response><|im_end|>\n<|im_start|>assistant\n',
        },
        user: null,
        userRefused: 'what stands before the new messages changes once they are appended',
      },
    });
    expect(kit.proof.appends).toBeGreaterThan(10);
  });

  it('is the same bytes for the same template', () => {
    expect(kitText(given(kitFor(preserving)))).toBe(kitText(given(kitFor(preserving))));
  });

  it('holds for the variables it was made with', () => {
    const kit = given(kitFor(preserving, qwen, { enable_thinking: false }));
    expect(kit.kwargs).toEqual({ enable_thinking: false });
    expect(kit.generationPrompt?.text).toBe('<|im_start|>assistant\n<think>\n\n</think>\n\n');
    expect(kit.append.tool.close.endsWith('<think>\n\n</think>\n\n')).toBe(true);
  });

  it('appends plainly where nothing stands behind the stop token, and knows users too', () => {
    const { append } = given(kitFor(turns('<|im_start|>tool\n{{ m.content }}<|im_end|>')));
    expect(append.tool).toMatchObject({ rule: 'plain', tail: '' });
    expect(append.user).toMatchObject({
      open: '<|im_start|>user\n',
      item: [{ field: 'content', as: 'verbatim' }],
    });
    expect(append.userRefused).toBeNull();
  });

  it.each([
    ['as JSON', '<|im_start|>tool\n{{ m.content | tojson }}<|im_end|>', [{ field: 'content', as: 'json' }]],
    ['trimmed', '<|im_start|>tool\n{{ m.content | trim }}<|im_end|>', [{ field: 'content', as: 'trimmed' }]],
    ['in quotes', '<|im_start|>tool\n"{{ m.content }}"<|im_end|>', [{ field: 'content', as: 'verbatim' }]],
    [
      'behind the name',
      '<|im_start|>{{ m.name }}: {{ m.content }}<|im_end|>',
      [{ field: 'name', as: 'verbatim' }, { text: ': ' }, { field: 'content', as: 'verbatim' }],
    ],
    [
      'before the id',
      '<|im_start|>tool\n{{ m.content }} for {{ m.tool_call_id }}<|im_end|>',
      [{ field: 'content', as: 'verbatim' }, { text: ' for ' }, { field: 'tool_call_id', as: 'verbatim' }],
    ],
  ])('reads an answer that is written %s', (_, tool, item) => {
    expect(given(kitFor(turns(tool))).append.tool.item).toEqual(item);
  });

  it('takes one answer at a time where several have no frame', () => {
    const numbered =
      '<|im_start|>tool{{ "" if loop.previtem.role != "tool" else " again" }}\n{{ m.content }}<|im_end|>';
    const twice =
      '<|im_start|>tool{{ " 2" if loop.previtem.role == "tool" and loop.index0 == 3 }}\n{{ m.content }}<|im_end|>';
    expect(given(kitFor(turns(numbered))).append.tool.separator).toBe('<|im_end|><|im_start|>tool again\n');
    expect(given(kitFor(turns(twice))).append.tool.separator).toBeNull();
  });
});

describe('a template without a kit', () => {
  const reasonOf = (result: KitResult) => (result.ok ? 'it has one' : result.reason);

  it('rewrites history', () => {
    const refused = kitFor(qwen.source);
    expect(reasonOf(refused)).toContain('not prefix-preserving for tools');
    expect(refused).toMatchObject({ repairable: true });
  });

  it.each([
    ['ends turns at no token', turns('{{ m.content }}').replaceAll('<|im_end|>', '[end]'), 'stop.known'],
    [
      'escapes answers its own way',
      turns("<|im_start|>tool\n{{ m.content | replace('<', '&lt;') }}<|im_end|>"),
      'no fixed frame',
    ],
    [
      'drops calls',
      turns('<|im_start|>tool\n{{ m.content }}<|im_end|>').replace('{{ c.function.name }}', ''),
      'is not written',
    ],
    ['drops answers', turns('<|im_start|>tool<|im_end|>'), 'no tool message shows'],
    [
      'looks at the conversation before',
      turns('<|im_start|>tool {{ messages[0].role }}\n{{ m.content }}<|im_end|>'),
      'depends on the system message',
    ],
    ['does not know tools', turns('{{ raise_exception("no tools here") }}'), 'no tools here'],
  ])('%s', (_, source, words) => {
    expect(reasonOf(kitFor(source))).toContain(words);
  });

  it('has no tokenizer', () => {
    const { analysis } = certifyFully({ source: preserving, tokenizer: null, tokenizerInfo: null });
    expect(reasonOf(titoKit(analysis!, null, { name: 'x', toolVersion: '1', kwargs: {} }))).toContain(
      'choose the tokenizer',
    );
  });
});

describe('the program in TypeScript', () => {
  const encode: Encode = (text) => [...qwen.tokenizer.encode(text).ids];

  it('replays every conversation of a kit with the real tokenizer', () => {
    const file = given(kitFor(preserving));
    const kit = new Kit(file, encode);
    for (const { prompt, steps, ids, mask } of file.rollouts) {
      const sample = new Sample(kit, prompt);
      for (const step of steps)
        if (step.kind === 'sampled') sample.sampled(step.ids);
        else sample.tools(step.messages);
      expect(sample.ids).toEqual(ids);
      expect(sample.mask).toEqual(mask);
    }
  });

  it('refuses what would make a wrong sample', () => {
    const kit = new Kit(given(kitFor(preserving)), encode);
    const sample = new Sample(kit, [1]);
    expect(() => sample.sampled([1, 151645, 2])).toThrow(KitError);
    expect(() => sample.sampled([1, 2], [-1])).toThrow('1 log-probabilities');
    sample.sampled([1]);
    expect(() => sample.tools([{ content: '4' }])).toThrow('cut off');
    sample.sampled([151645], [-1]);
    expect(() => sample.sampled([1])).toThrow('append what follows');
    expect(() => sample.tools([{ name: 'f' }])).toThrow('needs "content"');
    expect(() => sample.user('and then?')).toThrow('no rule for messages of role user');
    expect(sample.ids).toEqual([1, 1, 151645]);
    expect(() => new Kit(given(kitFor(preserving)), () => [1, 2])).toThrow('another tokenizer');
  });
});
