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
    });
  });

  test('an assistant turn without marker of its own', () => {
    const source =
      "{% for m in messages %}{% if m.role == 'user' %}[Q]{{ m.content }}[/Q]{% elif m.role == 'assistant' %} {{ m.content }}</s>{% endif %}{% endfor %}";
    expect(structure(source)).toEqual({
      turns: { user: { header: '[Q]', tail: '[/Q]' }, assistant: { header: ' ', tail: '</s>' } },
      stop: '</s>',
      generationPrompt: null,
    });
  });
});
