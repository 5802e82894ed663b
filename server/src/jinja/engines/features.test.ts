import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeEngineLoaders } from '../../host/nodeEngines.ts';
import { parseTemplate } from '../syntax/parser.ts';
import { FEATURE_PROBES } from './featureProbes.ts';
import { featuresOf, gapsOf } from './features.ts';
import { supportOf } from './probe.ts';
import { ENGINE_IDS, ENGINES, startEngine } from './registry.ts';
import { ENGINE_SUPPORT } from './support.ts';

function uses(source: string) {
  const { template, error } = parseTemplate(source);
  if (!template) throw new Error(error?.message);
  return featuresOf(template);
}

describe('what a template asks of an engine', () => {
  it.each([...FEATURE_PROBES].filter(([feature]) => !/^(marker|tag:raw)/.test(feature)))(
    '%s is found in its own probe',
    (feature, probe) => expect(uses(probe).map((use) => use.feature)).toContain(feature),
  );

  it('is told with its place, in order', () => {
    const source =
      "{%- for m in a[::-1] if m is mapping %}{{ m.get('x', 1)|tojson(indent=2) }}{% break %}{% endfor %}";
    const found = uses(source).map(({ feature, span }) => [feature, source.slice(span.start, span.end)]);
    expect(found).toEqual([
      ...[['expression:slice-step', '::-1']],
      ...[['for:if', 'm is mapping']],
      ...[['test:mapping', 'mapping']],
      ...[
        ['method:get', 'get'],
        ['method:get/2', 'get'],
      ],
      ...[
        ['filter:tojson', 'tojson'],
        ['filter:tojson(indent)', 'indent=2'],
      ],
      ['tag:break', '{% break %}'],
    ]);
  });

  it('is not the global of a name that the template assigns', () => {
    expect(uses('{{ range(2) }}')).toHaveLength(1);
    expect(uses('{% set range = 1 %}{{ range }}')).toEqual([]);
  });
});

describe('gaps', () => {
  it('name the versions that lack a feature or write otherwise', () => {
    const gaps = gapsOf(uses('{% generation %}{{ {}|tojson }}{% endgeneration %}'), ENGINE_IDS);
    const told = gaps.map((gap) => [gap.feature, gap.engine, gap.lackedBy, gap.differsIn]);
    expect(told).toEqual([
      ['tag:generation', 'huggingface-jinja', ['0.2.2', '0.3.4', '0.4.1'], ['0.5.0']],
      ['tag:generation', 'minijinja', ['2.11.0'], []],
      ['filter:tojson', 'huggingface-jinja', ['0.2.2'], []],
      ['filter:tojson', 'minijinja', [], ['2.11.0']],
    ]);
  });

  it.each(ENGINE_IDS)('of the %s installed are those in the table', async (id) => {
    const wasm = join(
      import.meta.dirname,
      '../../../../node_modules/minijinja-js/dist/bundler/minijinja_js_bg.wasm',
    );
    const { engine } = await startEngine(id, nodeEngineLoaders(wasm), { strftimeNow: (format) => format });
    expect(engine && supportOf(engine)).toEqual(ENGINE_SUPPORT[id][ENGINES[id].version]);
  });
});
