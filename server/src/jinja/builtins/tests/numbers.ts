import { python, type Builtin } from '../../evaluate/callable.ts';
import { equal } from '../../values/equal.ts';
import { modulo } from '../modulo.ts';

export const numberTests: readonly Builtin[] = [
  python('even', 'test_even(value)', (_rt, value) => equal(modulo(value, 2), 0)),
  python('odd', 'test_odd(value)', (_rt, value) => equal(modulo(value, 2), 1)),
  python('divisibleby', 'test_divisibleby(value, num)', (_rt, value, num) => equal(modulo(value, num), 0)),
];
