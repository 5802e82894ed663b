import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PythonBridge } from '../../server/src/host/pythonBridge.ts';
import { contextFromJson, parse } from '../../server/src/jinja/index.ts';
import { generateContext } from './contexts.ts';
import { fuzz } from './fuzz.ts';
import { Random } from './random.ts';
import { generateTemplate } from './templates.ts';

const hasPython = spawnSync('python3', ['-c', 'import jinja2']).status === 0;

describe('the generator', () => {
  it('makes the same cases from the same seed', () => {
    const cases = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 20 }, () => [generateTemplate(random), generateContext(random)]);
    };
    expect(cases(3)).toEqual(cases(3));
    expect(cases(3)).not.toEqual(cases(4));
  });

  it('makes contexts that are JSON, and templates that mostly parse', () => {
    const random = new Random(5);
    let parsed = 0;
    for (let round = 0; round < 200; round++) {
      expect(contextFromJson(generateContext(random)).error).toBeNull();
      if (parse(generateTemplate(random)).template) parsed++;
    }
    expect(parsed).toBeGreaterThan(150);
  });
});

describe.runIf(hasPython)('generated templates', () => {
  const script = join(import.meta.dirname, '../../server/python/render.py');
  const start = () => new PythonBridge({ python: 'python3', script, timeout: 30_000 });
  const pythons = [start(), start()] as const;
  afterAll(() => pythons.forEach((bridge) => bridge.dispose()));

  it('render as in Python', async () => {
    const { cases, differences } = await fuzz(pythons, { seed: 20, count: 400 });
    expect(cases).toBe(400);
    expect(differences).toEqual([]);
  });
});
