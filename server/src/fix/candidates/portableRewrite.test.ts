import { describe, expect, test } from 'vitest';
import { certifyFully } from '../../certify/certify.ts';
import { applyEdits } from '../edits.ts';
import { proveFixes } from '../prove.ts';

/** A template whose messages are printed by `content`, an expression over `message`. */
const template = (content: string) =>
  `{% for message in messages %}{{ '<|' + message.role + '|>' + ${content} + '<|end|>' }}{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}`;

function check(content: string, expected: string | null) {
  const input = { source: template(content), tokenizer: null, tokenizerInfo: null };
  const certified = certifyFully(input);
  const { findings } = certified.certification;
  const fixes = proveFixes(input, certified).filter(({ finding }) =>
    /CT80[13]/.test(findings[finding]!.code),
  );
  const texts = fixes.map(({ edits }) => applyEdits(input.source, edits));
  expect(texts).toEqual(expected === null ? [] : [template(expected)]);
}

describe('a form that every engine has', () => {
  test('a test becomes its operator', () =>
    check(
      "('' if message.content is eq none else message.content | string)",
      "('' if (message.content == none) else message.content | string)",
    ));
  test('so does its negation', () =>
    check(
      "(message.content | string if message.content is not ne none else '')",
      "(message.content | string if (not (message.content != none)) else '')",
    ));
  test('a second name of a filter becomes the first', () =>
    check("(message.content | d('', true)) | string", "(message.content | default('', true)) | string"));
  test('what has no other form stays', () => check('(message.content | string).zfill(3)', null));
});
