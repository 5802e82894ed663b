/** `format(complex, spec)`. */
import type { Complex } from '../../values/complex.ts';
import { valueError } from '../../values/errors.ts';
import { padded } from './padding.ts';
import { parseSpec, unknownCode, type FormatSpec } from './spec.ts';
import { layoutFloat } from './specNumber.ts';

const TYPES: ReadonlySet<string> = new Set(['', 'n', 'e', 'E', 'f', 'F', 'g', 'G']);

export function formatComplex(value: Complex, spec: string): string {
  const parsed = parseSpec(spec, 'complex', { align: '>', type: '' });
  if (!TYPES.has(parsed.type)) throw unknownCode(parsed.type, 'complex');
  if (parsed.fill === '0') throw valueError('Zero padding is not allowed in complex format specifier');
  if (parsed.align === '=') throw valueError("'=' alignment flag is not allowed in complex format specifier");
  return padded(shown(value, parsed), parsed.width, parsed.fill, parsed.align);
}

/** Without a type as `str` shows it: in parentheses, or the imaginary part alone. */
function shown({ real, imag }: Complex, spec: FormatSpec): string {
  const both = (sign: FormatSpec['sign']) =>
    `${part(real, { ...spec, sign })}${part(imag, { ...spec, sign: '+' })}j`;
  if (spec.type !== '') return both(spec.sign);
  return Object.is(real, 0) ? `${part(imag, spec)}j` : `(${both(spec.sign)})`;
}

function part(value: number, spec: FormatSpec): string {
  const plain = { ...spec, width: 0, fill: ' ', align: '>' } as const;
  if (spec.type !== '' || spec.precision >= 0)
    return layoutFloat(value, { ...plain, type: spec.type || 'g' });
  return layoutFloat(value, plain).replace(/\.0$/, '');
}
