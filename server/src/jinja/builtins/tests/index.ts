/** Every built-in test, by name. */
import type { Builtin } from '../../evaluate/callable.ts';
import { comparisonTests } from './comparisons.ts';
import { kindTests } from './kinds.ts';
import { nameTests } from './names.ts';
import { numberTests } from './numbers.ts';
import { stringTests } from './strings.ts';

export const tests: ReadonlyMap<string, Builtin> = new Map(
  [...kindTests, ...comparisonTests, ...numberTests, ...stringTests, ...nameTests].map((test) => [
    test.name,
    test,
  ]),
);
