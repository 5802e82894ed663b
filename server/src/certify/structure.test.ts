import { describe, expect, test } from 'vitest';
import { load } from '../jinja/index.ts';
import { structureOf } from './structure.ts';
import { Subject } from './subject.ts';

const structure = (source: string) => structureOf(new Subject(load(source).program!, null));

describe('the structure of a template', () => {
  test('markers on both sides', () => {
    const source =
      "{% for m in messages %}{{ '<|' + m.role + '|>\\n' + m.content + '<|end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}";
    expect(structure(source)).toEqual({
      turns: {
        system: { header: '<|system|>\n', tail: '<|end|>\n' },
        user: { header: '<|user|>\n', tail: '<|end|>\n' },
        assistant: { header: '<|assistant|>\n', tail: '<|end|>\n' },
      },
      stop: '<|end|>',
      generationPrompt: '<|assistant|>\n',
      opener: '<|assistant|>',
    });
  });

  test('an assistant turn without marker of its own', () => {
    const source =
      "{% for m in messages %}{% if m.role == 'user' %}[Q]{{ m.content }}[/Q]{% elif m.role == 'assistant' %} {{ m.content }}</s>{% endif %}{% endfor %}";
    expect(structure(source)).toEqual({
      turns: { user: { header: '[Q]', tail: '[/Q]' }, assistant: { header: ' ', tail: '</s>' } },
      stop: '</s>',
      generationPrompt: null,
      opener: null,
    });
  });

  test('turns that the next one closes', () => {
    const source =
      "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}{% if not loop.first %}[/bot]{% endif %}[user]{{ m.content }}[/user]{% else %}[bot]{{ m.content }}{% endif %}{% endfor %}";
    const { turns, stop } = structure(source);
    expect(turns.user).toEqual({ header: '[user]', tail: '[/user]' });
    expect(stop).toBe('[/bot]');
  });

  test('a system message that is printed before the loop', () => {
    const source =
      "{% if messages[0].role == 'system' %}<sys>{{ messages[0].content }}</sys>{% endif %}{% for m in messages %}{% if m.role != 'system' %}<{{ m.role }}>{{ m.content }}</{{ m.role }}>{% endif %}{% endfor %}";
    expect(structure(source).turns.system).toEqual({ header: '<sys>', tail: '</sys>' });
  });

  test('scaffold of reasoning is not what begins a turn', () => {
    const source =
      "{% for m in messages %}<{{ m.role }}>{{ '<think></think>' if m.role == 'assistant' }}{{ m.content }}</>{% endfor %}{% if add_generation_prompt %}<assistant><think>{% endif %}";
    expect(structure(source).opener).toBe('<assistant>');
  });
});
