/** `format(str, spec)` */
import { codePointLength, unitOffset } from '../../values/codepoints.ts';
import { valueError } from '../../values/errors.ts';
import { paddingOf, type Padding } from './padding.ts';
import { parseSpec, unknownCode, type FormatSpec } from './spec.ts';

/** How much of the text a spec keeps (UTF-16 units) and what it puts around: the text itself is the caller's. */
export interface TextLayout extends Padding {
  readonly units: number;
}

export function layoutText(text: string, spec: string, typeName = 'str'): TextLayout {
  const parsed = parseSpec(spec, typeName, { align: '<', type: 's' });
  if (parsed.type !== '' && parsed.type !== 's') throw unknownCode(parsed.type, typeName);
  refuseNumeric(parsed);
  const units = parsed.precision < 0 ? text.length : unitOffset(text, parsed.precision);
  const length = codePointLength(text.slice(0, units));
  return {
    units,
    ...paddingOf(length, parsed.width, parsed.fill, parsed.align === '=' ? '<' : parsed.align),
  };
}

function refuseNumeric(spec: FormatSpec): void {
  const what = 'not allowed in string format specifier';
  if (spec.sign !== '') throw valueError(`${spec.sign === ' ' ? 'Space' : 'Sign'} ${what}`);
  if (spec.coerceNegativeZero) throw valueError(`Negative zero coercion (z) ${what}`);
  if (spec.alternate) throw valueError(`Alternate form (#) ${what}`);
  if (spec.align === '=') throw valueError(`'=' alignment ${what}`);
}
