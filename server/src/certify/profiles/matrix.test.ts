import { describe, expect, test } from 'vitest';
import type { PropertyResult, Verdict } from '../../../../protocol/certification.ts';
import { model } from '../../testing/certifying.ts';
import { certifyFully } from '../certify.ts';
import { properties } from '../properties/registry.ts';
import { matrixOf } from './matrix.ts';
import { profileOf, profiles } from './registry.ts';

const result = (id: string, verdict: Verdict, message: string | null = null): PropertyResult => ({
  id,
  verdict,
  level: 'tokens',
  renders: 2,
  conversations: 1,
  kwargs: [{}],
  witness: null,
  byDesign: false,
  message,
});

describe('profiles', () => {
  test('have ids of their own', () => {
    expect(new Set(profiles.map(({ id }) => id)).size).toBe(profiles.length);
  });

  test.each(profiles.map((profile) => [profile.id, profile] as const))(
    '%s names each property once, and says what happens',
    (_, { needs }) => {
      expect(needs.length).toBeGreaterThan(0);
      expect(new Set(needs.map(({ property }) => property)).size).toBe(needs.length);
      for (const { property, consequence } of needs) {
        expect(property).toMatch(/^[a-z]+(\.[a-z-]+)?$/);
        expect(consequence).toMatch(/\.$/);
      }
    },
  );

  test('name properties that there are', () => {
    const known = new Set(properties.map(({ id }) => id));
    const named = profiles.flatMap(({ needs }) => needs.map(({ property }) => property));
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  test('every append that exists is needed by some profile', () => {
    const needed = new Set(profiles.flatMap(({ needs }) => needs.map(({ property }) => property)));
    for (const { id } of properties) if (id.startsWith('append.')) expect(needed).toContain(id);
  });
});

describe('with a tokenizer, every trainer is told what it would see', async () => {
  const { source, tokenizer } = await model('qwen3');
  const certified = certifyFully({ source, tokenizer, tokenizerInfo: null });
  const rows = matrixOf(certified.certification.properties);
  const rowOf = (id: string) => rows.find(({ profile }) => profile === id)!;

  test.each(['slime', 'miles', 'nemo-rl', 'unsloth', 'verl-continuous'])('%s is decided', (id) => {
    expect(rowOf(id).verdict).not.toBe('unknown');
  });

  test('slime holds for Qwen3, whose markers are tokens', () => {
    expect(rowOf('slime')).toMatchObject({ verdict: 'holds', level: 'tokens' });
  });

  test('unsloth breaks where an answer begins with the newline that the marker ends in', () => {
    expect(rowOf('unsloth')).toMatchObject({ verdict: 'breaks', because: ['seam.merge'] });
  });
});

describe('the matrix', () => {
  const grpo = [profileOf('trl-grpo')!];

  test('holds when all that is needed passes', () => {
    const [row] = matrixOf([result('append.tool', 'PASS'), result('delta.context-free', 'PASS')], grpo);
    expect(row).toMatchObject({ verdict: 'holds', because: [], consequence: null, level: 'tokens' });
  });

  test('breaks with the consequence when one fails, whatever is not known', () => {
    const [row] = matrixOf([result('append.tool', 'FAIL')], grpo);
    expect(row).toMatchObject({ verdict: 'breaks', because: ['append.tool'] });
    expect(row!.consequence).toContain('GRPOTrainer');
  });

  test('is unknown, and says why, where the template raises or nothing was checked', () => {
    const [row] = matrixOf([result('append.tool', 'UNSUPPORTED', 'TemplateRaised: no tools')], grpo);
    expect(row).toMatchObject({ verdict: 'unknown', because: ['append.tool', 'delta.context-free'] });
    expect(row!.consequence).toBe(
      'append.tool is UNSUPPORTED: TemplateRaised: no tools. delta.context-free was not checked.',
    );
  });

  test('says a shared consequence once', () => {
    const [row] = matrixOf(
      [result('append.tool', 'FAIL'), result('append.user', 'FAIL')],
      [profileOf('torchforge')!],
    );
    expect(row!.because).toEqual(['append.tool', 'append.user']);
    expect(row!.consequence!.match(/sliced off/g)).toHaveLength(1);
  });
});
