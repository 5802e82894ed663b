import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certifyText } from '../../testing/certifying.ts';
import { CorpusCache } from './cache.ts';
import { Crew } from './crew.ts';
import { corpusRow } from './row.ts';
import { corpusTable } from './table.ts';

const say = '{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}';

describe('a row', () => {
  test('holds verdicts and codes', () => {
    const { certification } = certifyText(say);
    const row = corpusRow('a.jinja', { status: 'done', result: { certification, revision: null } });
    expect(row.verdicts['append.user']).toBe('PASS');
    expect(row).toMatchObject({ template: 'a.jinja', level: 'text', stopped: null });
  });

  test('says why there are no verdicts', () => {
    const { certification } = certifyText('{% if %}');
    expect(corpusRow('a', { status: 'done', result: { certification, revision: null } }).stopped).toMatch(
      /^TemplateSyntaxError/,
    );
    expect(corpusRow('a', { status: 'timed-out', limit: 5 }).stopped).toBe('stopped after 5 ms');
  });

  test('is a line of the table', () => {
    const row = {
      template: 'a|b',
      verdicts: { 'append.tool': 'FAIL' as const },
      findings: { CT101: 2 },
      level: 'text' as const,
      stopped: null,
    };
    expect(corpusTable([row], 'text')).toMatch(/^a\|b +F +CT101$/m);
    expect(corpusTable([row], 'markdown')).toContain('| a\\|b |');
    expect(JSON.parse(corpusTable([row], 'json'))).toEqual([row]);
    expect(() => corpusTable([row], 'xml')).toThrow('there is no format "xml"');
  });
});

describe('a corpus', () => {
  let root = '';

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'corpus-'));
    await build({
      entryPoints: [path.join(import.meta.dirname, '../../worker/worker.ts')],
      outfile: path.join(root, 'worker.cjs'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
      define: { 'import.meta.url': '__filename' },
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    });
  });
  afterAll(() => rm(root, { recursive: true }));

  test('is judged by workers, in parts, and kept', async () => {
    const crew = new Crew(2, 60, path.join(root, 'worker.cjs'));
    const sources = ['a', 'b', 'c'].map((name) => name + say);
    const outcomes = await crew.each(sources, (source) =>
      crew.certify({ source, tokenizer: null, settings: { use: 'rl', severities: {}, kwargs: {} } }),
    );
    crew.dispose();
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done', 'done']);

    const cache = new CorpusCache(path.join(root, 'cache'), '1', path.join(root, 'worker.cjs'));
    const key = cache.keyOf({ source: 'x', tokenizer: null, settings: {} });
    expect(await cache.get(key)).toBeNull();
    const row = corpusRow('x', outcomes[0]!);
    await cache.put(key, row);
    expect(await cache.get(key)).toEqual(row);
    expect(await readdir(path.join(root, 'cache'))).toEqual([`${key}.json`]);
    expect(cache.keyOf({ source: 'y', tokenizer: null, settings: {} })).not.toBe(key);
  });
});
