import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeEngineLoaders } from '../../host/nodeEngines.ts';
import { contextOf, load } from '../index.ts';
import { agreementOf } from './agreement.ts';
import type { Agreement } from './agreement.ts';
import type { Engine, EngineId } from './engine.ts';
import { ENGINE_IDS, ENGINES, startEngine } from './registry.ts';

const modules = join(import.meta.dirname, '../../../../node_modules');
const loaders = nodeEngineLoaders(join(modules, 'minijinja-js/dist/bundler/minijinja_js_bg.wasm'));
const settings = { strftimeNow: (format: string) => `<${format}>` };

async function start(id: EngineId): Promise<Engine> {
  const { engine, failure } = await startEngine(id, loaders, settings);
  if (!engine) throw new Error(failure);
  return engine;
}
const engines = await Promise.all(ENGINE_IDS.map(start));

function agreements(template: string, context: Record<string, unknown> = {}): Agreement[] {
  const { program, error } = load(template);
  const ours = program?.render(contextOf(context)) ?? {
    ok: false as const,
    error: error ?? { type: '', message: '', phase: 'parse' as const, span: { start: 0, end: 0 } },
    trace: null,
    steps: 0,
    asked: 0,
  };
  return engines.map((engine) => agreementOf(ours, engine.prepare(template).render(context)));
}

describe.each(engines.map((engine) => [engine.info.title, engine] as const))('%s', (_, engine) => {
  it('renders', () => {
    const template = engine.prepare("{% if true %}\n{{ a['b'] }} {{ strftime_now('%Y') }}\n{% endif %}");
    expect(template.render({ a: { b: 'é😀' } })).toEqual({ kind: 'text', text: 'é😀 <%Y>\n' });
  });

  it('tells what a template raises from its own errors', () => {
    expect(engine.prepare("{{ raise_exception('no') }}").render({})).toEqual({
      kind: 'raised',
      message: 'no',
    });
    expect(engine.prepare('{{ 1|foo }}').render({})).toMatchObject({ kind: 'error' });
    expect(engine.prepare('{% if %}').render({})).toMatchObject({ kind: 'error', phase: 'parse' });
  });

  it('is whole again after any failure', () => {
    const good = engine.prepare('{{ x }}');
    const bad = ["{{ raise_exception('no') }}", '{{ x', '{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}'];
    for (const template of bad) {
      expect(engine.prepare(template).render({})).not.toMatchObject({ kind: 'text' });
      expect(good.render({ x: 'y' })).toEqual({ kind: 'text', text: 'y' });
    }
  });

  it('is of the version that is installed', () => {
    const folder = engine.info.id === 'minijinja' ? 'minijinja-js' : '@huggingface/jinja';
    const { version } = JSON.parse(readFileSync(join(modules, folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(engine.info.version).toBe(version);
  });
});

it('says why an engine is not there', async () => {
  const started = await startEngine('minijinja', nodeEngineLoaders('/nowhere.wasm'), settings);
  expect(started.engine).toBeNull();
  expect(started.failure).toContain('/nowhere.wasm');
});

describe('agreement', () => {
  const [hf, mini] = ENGINE_IDS.map((id) => Object.keys(ENGINES).indexOf(id));

  it.each<[string, Partial<Agreement>, Partial<Agreement>]>([
    ['{{ "a" }}', { kind: 'identical' }, { kind: 'identical' }],
    [
      'a{{ true }}',
      { kind: 'different', cause: 'none-and-booleans', at: 1 },
      { kind: 'different', cause: 'none-and-booleans', at: 1 },
    ],
    [
      '{{ "a"|wordwrap }}',
      { kind: 'unsupported', feature: 'wordwrap' },
      { kind: 'unsupported', feature: 'wordwrap' },
    ],
    [
      '{% generation %}a{% endgeneration %}',
      { kind: 'identical' },
      { kind: 'unsupported', feature: 'generation' },
    ],
    ['{{ raise_exception("x") }}', { kind: 'identical' }, { kind: 'identical' }],
    ['{{ {"a": "<"}|tojson }}', { kind: 'identical' }, { kind: 'different', cause: 'json' }],
    ['{{ d|tojson }}', { kind: 'identical' }, { kind: 'different', cause: 'key-order', at: 2 }],
    ['{{ {"a": "b"} }}', { kind: 'different', cause: 'quotes' }, { kind: 'different', cause: 'quotes' }],
  ])('%s', (template, first, second) => {
    const found = agreements(template, { d: { type: 1, name: 2 } });
    expect(found[hf ?? 0]).toMatchObject(first);
    expect(found[mini ?? 1]).toMatchObject(second);
  });
});
