import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drift } from './drift.ts';
import { parse } from './parse.ts';
import { parsers } from './parsers.ts';
import { idsIn } from './sampledTurn.ts';
import { schema } from './schema.ts';

let folder = '';
const file = (name: string) => path.join(folder, name);

const template = `{%- for m in messages %}<|im_start|>{{ m.role }}
{{ m.content or '' }}{% for c in m.tool_calls or [] %}<tool_call>
{{ {'name': c.function.name, 'arguments': c.function.arguments} | tojson }}
</tool_call>{% endfor %}<|im_end|>
{% endfor %}{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'round-'));
  await writeFile(file('chat.jinja'), template);
  await writeFile(
    file('same.txt'),
    '<tool_call>\n{"name": "f", "arguments": {"a": 1.0}}\n</tool_call><|im_end|>',
  );
  await writeFile(file('other.txt'), '<tool_call>{"name":"f","arguments":{}}</tool_call><|im_end|>');
  await writeFile(file('cut.txt'), 'Well. <tool_call>\n{"name": "f", "argu');
  await writeFile(file('asked.json'), '[{"role": "user", "content": "zquestionz"}]');
});
afterAll(() => rm(folder, { recursive: true }));

const options = { ids: false, index: 1, format: 'text' };
const parsed = (turn: string, more = {}) =>
  parse(file('chat.jinja'), { ...options, turn: file(turn), ...more });

describe('parse', () => {
  test('a turn that comes back', async () => {
    const { output, code } = await parsed('same.txt');
    expect(output).toContain('"name": "f"');
    expect(output).toContain('rendered again, it is the same text');
    expect(code).toBe(0);
  });

  test('a turn that is written otherwise', async () => {
    const { output, code } = await parsed('other.txt');
    expect(output).toContain('rendered again, it is other text');
    expect(code).toBe(1);
  });

  test('a turn that was cut off, as JSON', async () => {
    const { output, code } = await parsed('cut.txt', { format: 'json', conversation: file('asked.json') });
    expect(JSON.parse(output)).toMatchObject({ outcome: 'unread', message: { role: 'assistant' } });
    expect(code).toBe(1);
  });

  test('ids need a tokenizer, and have to be numbers', async () => {
    await writeFile(file('ids.txt'), '[1, 2]');
    await expect(parsed('ids.txt', { ids: true })).rejects.toThrow('Ids say nothing without a tokenizer');
    expect(idsIn('[1, 22,\n3]')).toEqual([1, 22, 3]);
    expect(() => idsIn('1 x')).toThrow('"x" is no token id');
  });
});

describe('parsers', () => {
  test('that read what the template writes', async () => {
    const { output, code } = await parsers(file('chat.jinja'), { format: 'text' });
    expect(output).toContain('--tool-call-parser\n  hermes (vLLM and SGLang)');
    expect(output).toContain('--reasoning-parser\n  the template shows no reasoning');
    expect(code).toBe(0);
  });

  test('as data', async () => {
    const { output } = await parsers(file('chat.jinja'), { format: 'json' });
    const { toolCalls, reasoning } = JSON.parse(output) as Record<
      string,
      { parsers: unknown[]; written: unknown }
    >;
    expect(toolCalls?.parsers).toContainEqual({ vllm: [], sglang: ['qwen', 'qwen25'] });
    expect(reasoning).toEqual({ parsers: [], written: null });
  });

  test('none of which does', async () => {
    await writeFile(file('odd.jinja'), template.replaceAll('tool_call>', 'x>'));
    const { output, code } = await parsers(file('odd.jinja'), { format: 'text' });
    expect(output).toContain('none that is known here reads it');
    expect(code).toBe(1);
  });
});

describe('drift', () => {
  test('a table, and 0 where the own turns come back', async () => {
    const { output, code, warnings } = await drift(file('chat.jinja'), { format: 'text' });
    expect(output).toMatch(/as the template writes it +same/);
    expect(output).toMatch(/JSON without blanks +other text/);
    expect(warnings?.[0]).toContain('texts are compared, no ids');
    expect(code).toBe(0);
  });
});

describe('schema', () => {
  test('the parser as transformers reads it', async () => {
    const { output, code } = await schema(file('chat.jinja'), {});
    expect(JSON.parse(output)).toMatchObject({
      type: 'object',
      properties: { tool_calls: { type: 'array' } },
    });
    expect(code).toBe(0);
  });

  test("what it can't express it says", async () => {
    await writeFile(file('bare.jinja'), template.replace('<tool_call>\n', '').replace('\n</tool_call>', ''));
    const { output, code } = await schema(file('bare.jinja'), {});
    expect(output).toBe(
      "It can't be expressed as a response_schema: calls stand in the text without a marker before them.\n",
    );
    expect(code).toBe(1);
  });
});
