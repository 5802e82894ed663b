import { describe, expect, it } from 'vitest';
import { looksLikeChatTemplate } from './detect.ts';

const LOOP = '{% for message in messages %}{{ message.content }}{% endfor %}';

describe('looksLikeChatTemplate', () => {
  it.each([
    ['a loop and the generation prompt', `${LOOP}{% if add_generation_prompt %}x{% endif %}`],
    ['a loop and roles', "{%- for m in messages -%}{{ m['role'] }}{%- endfor -%}"],
    ['a filtered loop', '{% for m in loop_messages %}{{ m.role }}{% endfor %}'],
    ['a loop over a slice', '{% for m in messages[1:] %}{{ m.role }}{% endfor %}'],
    ['no loop, but the last message', '{{ messages[-1].content }}{{ x if add_generation_prompt }}'],
    ['tags over several lines', '{%- for m\n  in messages %}{{ m\n.role }}{% endfor %}'],
  ])('%s: yes', (_name, text) => expect(looksLikeChatTemplate(text)).toBe(true));

  it.each([
    ['nothing', ''],
    [
      'a web page with flashed messages',
      '{% for message in get_flashed_messages() %}<li>{{ message }}</li>{% endfor %}',
    ],
    ['a loop over messages of another kind', LOOP],
    ['words in text only', 'for message in messages add_generation_prompt'],
    ['a comment', `{# ${'for m in messages'} {{ m.role }} add_generation_prompt #}`],
    ['another Jinja file', '{% for user in users %}{{ user.name }}{% endfor %}'],
  ])('%s: no', (_name, text) => expect(looksLikeChatTemplate(text)).toBe(false));
});
