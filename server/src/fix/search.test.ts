import { describe, expect, test } from 'vitest';
import { certifyFully } from '../certify/certify.ts';
import { model } from '../testing/certifying.ts';
import { applyEdits, proveEdits, proveFixes, searchFixes } from './index.ts';

describe('Qwen3 as published', async () => {
  const qwen3 = await model('qwen3');
  const input = { ...qwen3, tokenizerInfo: null };
  const certified = certifyFully(input);
  const inner = 'loop.last or (not loop.last and reasoning_content)';
  const outer = 'loop.index0 > ns.last_query_index';
  const instead = (condition: string, text: string) => {
    const start = qwen3.source.indexOf(condition);
    return { span: { start, end: start + condition.length }, text };
  };

  test('the published one-line patch is found for tool append', () => {
    const search = searchFixes(input, ['append.tool'], certified);
    expect(search).toMatchObject({ complete: true, stopped: 'complete', obstacles: [] });
    expect(search.source).toBe(qwen3.source.replace(inner, 'true'));
  });

  test('which does not repair user append', () => {
    const proof = proveEdits(input, certified, [instead(inner, 'true')]);
    const repaired = proof.ok ? proof.repairs.map(({ property }) => property) : [];
    expect(repaired).toContain('append.tool');
    expect(repaired).not.toContain('append.user');
  });

  test('both gates are opened for user append', () => {
    const search = searchFixes(input, ['append.tool', 'append.user'], certified);
    expect(search).toMatchObject({ complete: true, obstacles: [] });
    expect(search.titles).toHaveLength(2);
    expect(search.source).toBe(qwen3.source.replace(inner, 'true').replace(outer, 'true'));
    expect(applyEdits(qwen3.source, search.edits)).toBe(search.source);
  });

  test('dropping the empty block in history is refused: the generation seam would break', () => {
    const proof = proveEdits(input, certified, [instead(inner, 'reasoning_content')]);
    expect(proof.ok).toBe(false);
    expect(proof.ok ? '' : proof.reason).toContain('seam.generation would fail');
  });

  test('nothing to do where all holds already, nothing done where work is stopped', () => {
    expect(searchFixes(input, ['append.assistant'], certified)).toMatchObject({ complete: true, edits: [] });
    const interrupted = searchFixes({ ...input, interrupted: () => true }, ['append.tool'], certified);
    expect(interrupted).toMatchObject({ complete: false, stopped: 'interrupted', edits: [] });
    expect(proveFixes({ ...input, interrupted: () => true }, certified)).toEqual([]);
  });
});
