import { expect, test } from 'vitest';
import { ggufFile, sourceOf } from '../tokenizer/convert/testing/ggufFile.ts';
import { copiesOf, type FolderReader } from '../tokenizer/index.ts';
import { copyFindings } from './ct951Copies.ts';

function folder(files: Readonly<Record<string, string | Uint8Array>>): FolderReader {
  const text = (path: string) => (typeof files[path] === 'string' ? files[path] : null);
  return {
    readText: (path) => Promise.resolve(text(path)),
    open: (path) => Promise.resolve(files[path] instanceof Uint8Array ? sourceOf(files[path]) : null),
    list: (path) => {
      const below = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
      return Promise.resolve([...new Set(below.map((file) => file.slice(path.length + 1).split('/')[0]!))]);
    },
  };
}

async function found(files: Readonly<Record<string, string | Uint8Array>>, path: string, source: string) {
  const copies = await copiesOf(folder({ ...files, [path]: files[path] ?? source }), path, source);
  return copyFindings(source, copies).map(
    ({ span, message }) => `${source.slice(span.start, span.end)} | ${message}`,
  );
}

const config = (chat_template: unknown) => JSON.stringify({ chat_template });
const gguf = (text: string) => ggufFile({ 'tokenizer.chat_template': text });
const TEMPLATE = '{{ a }}\n{{ b }}\n{{ c }}\n';

test.each<[string, Record<string, string | Uint8Array>]>([
  ['there is no other', {}],
  ['others are the same', { '/m/tokenizer_config.json': config(TEMPLATE), '/m/m.gguf': gguf(TEMPLATE) }],
  ['line ends differ', { '/m/tokenizer_config.json': config(TEMPLATE.trimEnd().replaceAll('\n', '\r\n')) }],
  [
    'comments differ',
    { '/m/tokenizer_config.json': config(TEMPLATE.replace('{{ b }}', '{# x #}{{  b  }}')) },
  ],
  ['others have another name', { '/m/tokenizer_config.json': config([{ name: 'rag', template: 'x' }]) }],
  ['others are meant to differ', { '/m/chat_template_training.jinja': 'x' }],
  ['what lies there is broken', { '/m/tokenizer_config.json': '{', '/m/m.gguf': new Uint8Array(9) }],
])('says nothing where %s', async (_, files) => {
  expect(await found(files, '/m/chat_template.jinja', TEMPLATE)).toEqual([]);
});

test('says where a config or a GGUF file parts from it', async () => {
  const other = TEMPLATE.replace('b', 'x');
  const files = { '/m/tokenizer_config.json': config(other), '/m/m.gguf': gguf(other) };
  expect(await found(files, '/m/chat_template.jinja', TEMPLATE)).toEqual([
    "{{ b }} | tokenizer_config.json holds another text of this template, from line 2 on: llama.cpp's converter, and whoever reads only the config, takes that one.",
    '{{ b }} | m.gguf holds another text of this template, from line 2 on: llama.cpp renders that one.',
  ]);
});

test('compares templates of one name, wherever they are', async () => {
  const named = config([
    { name: 'default', template: 'D' },
    { name: 'rag', template: 'R' },
  ]);
  const files = { '/m/tokenizer_config.json': named, '/m/chat_template.jinja': 'D' };
  const rag = '/m/additional_chat_templates/rag.jinja';
  expect(await found({ ...files, [rag]: 'R' }, rag, 'R')).toEqual([]);
  expect(await found({ ...files, [rag]: 'Q' }, rag, 'Q')).toHaveLength(1);
  const [fromConfig] = await found(
    { ...files, '/m/chat_template.jinja': 'E' },
    '/m/tokenizer_config.json',
    'D',
  );
  expect(fromConfig).toContain('chat_template.jinja holds another text');
  expect(fromConfig).toContain('`transformers` renders that one');
});
