/** Which variables a render looked at: with others changed it is the same, so none may be missed. */
import { describe, expect, test } from 'vitest';
import { contextOf, load } from '../index.ts';

function askedBy(source: string, data: Record<string, unknown> = {}): string[] | null {
  const { program, error } = load(source);
  if (program === null) throw new Error(error.message);
  const context = () => contextOf({ messages: [1, 2], flag: true, ...data });
  const [plain, traced] = [false, true].map((on) =>
    program.askedFor(program.render(context(), { traced: on })),
  );
  expect(traced).toEqual(plain);
  return plain ? [...plain].sort() : null;
}

describe('a render asked for', () => {
  test.each<[string, string, string[]]>([
    ['a name that is printed', '{{ flag }}', ['flag']],
    ['a name that is tested', '{% if flag is defined %}{% endif %}', ['flag']],
    ['a name of nothing', '{% if nothing is defined and x %}{% endif %}', ['nothing']],
    ['the branch taken', '{% if flag %}{{ a }}{% else %}{{ b }}{% endif %}', ['a', 'flag']],
    ['no loop variable', '{% for m in messages %}{{ m }}{{ loop.index }}{% endfor %}', ['messages']],
    ['a filter of a loop', '{% for m in messages if flag %}{% endfor %}', ['flag', 'messages']],
    ['a name read in a macro', '{% macro m(a) %}{{ a }}{{ flag }}{% endmacro %}{{ m(1) }}', ['flag']],
    ['no name of a macro that is not called', '{% macro m() %}{{ flag }}{% endmacro %}', []],
    ['a default of a macro', '{% macro m(a=flag) %}{{ a }}{% endmacro %}{{ m() }}', ['flag']],
    ['a name before it is set', '{% set flag = flag %}', ['flag']],
    ['no name that is set before', '{% set own = 1 %}{{ own }}', []],
    ['a name that only one branch sets', '{% if x %}{% set flag = 1 %}{% endif %}{{ flag }}', ['flag', 'x']],
    ['a name in a block', '{% block b %}{{ flag }}{% endblock %}', ['flag']],
    ['an argument', '{{ [1] | join(flag ~ "") }}', ['flag']],
    ['a global', '{{ range(2) | list }}', ['range']],
    ['what was asked before a failure', '{{ flag }}{{ x.y }}{{ late }}', ['flag', 'x']],
  ])('%s', (_, source, names) => {
    expect(askedBy(source)).toEqual(names);
  });

  test('any, where it knows more names than bits', () => {
    const many = Array.from({ length: 40 }, (_, at) => `{{ n${at} }}`).join('');
    expect(askedBy(many)).toBeNull();
    expect(askedBy(`{{ flag }}{% if not flag %}${many}{% endif %}`)).toEqual(['flag']);
  });
});
