import { describe, expect, test } from 'vitest';
import type { Finding, Severity } from '../../../protocol/certification.ts';
import { withConsequences } from './consequences.ts';

const at = (code: string, severity: Severity, start: number, payload: unknown = {}): Finding => ({
  code,
  severity,
  message: 'told.',
  span: { start, end: start + 5 },
  related: [],
  payload,
});

const told = (...findings: Finding[]) =>
  withConsequences(findings).map(({ code, severity }) => `${code} ${severity}`);

describe('what follows from another finding', () => {
  test('is information, and the cause weighs as much as it did', () =>
    expect(told(at('CT101', 'warning', 10), at('CT201', 'error', 12))).toEqual([
      'CT101 error',
      'CT201 information',
    ]));
  test('names its cause', () => {
    const [, seam] = withConsequences([at('CT101', 'error', 10), at('CT201', 'error', 10)]);
    expect(seam!.message).toBe('told. It follows from CT101.');
  });
  test('is told of the first cause of a chain', () => {
    const [, , seam] = withConsequences([
      at('CT104', 'error', 10),
      at('CT101', 'error', 10),
      at('CT201', 'error', 10),
    ]);
    expect(seam!.message).toBe('told. It follows from CT104.');
  });
  test('is found where its text was written, too', () =>
    expect(
      told(at('CT105', 'error', 50), at('CT101', 'error', 10, { writtenAt: [{ start: 48, end: 55 }] })),
    ).toEqual(['CT105 error', 'CT101 information']));
});

describe('what stands by itself', () => {
  test('at another place', () =>
    expect(told(at('CT101', 'error', 10), at('CT201', 'error', 40))).toEqual(['CT101 error', 'CT201 error']));
  test('beside information', () =>
    expect(told(at('CT105', 'information', 10), at('CT101', 'error', 10))).toEqual([
      'CT105 information',
      'CT101 error',
    ]));
});
