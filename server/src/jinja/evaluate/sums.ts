/**
 * Compiles `a + b + c` of traced code: texts are joined at once, so that one rope has all their origins; where the sum
 * is printed they are written one by one and need no rope at all.
 */
import type { Binary, Expression, Span } from '../syntax/ast.ts';
import { add } from '../values/arithmetic.ts';
import { chargeJoin } from '../values/meter.ts';
import { isPlainText, joinPlain, textOf } from '../values/text.ts';
import type { Text, Value } from '../values/types.ts';
import { compileExpression } from './expressions.ts';
import type { Evaluate, Frame } from './frame.ts';
import type { Place, Unit } from './unit.ts';

/** The plain texts that a sum joins (none of them empty); a value where it is not one of plain texts only. */
export type EvaluateTerms = (frame: Frame) => readonly Text[] | Value;

export const areTexts = (terms: readonly Text[] | Value): terms is readonly Text[] => Array.isArray(terms);

export function compileTracedSum(unit: Unit, node: Binary, place: Place): Evaluate {
  const terms = compileTerms(unit, node, place);
  return (f) => {
    const found = terms(f);
    return areTexts(found) ? joinPlain(found) : found;
  };
}

export function compileTerms(unit: Unit, node: Binary, place: Place): EvaluateTerms {
  const rest: { readonly term: Evaluate; readonly span: Span }[] = [];
  let first: Expression = node;
  for (; first.kind === 'binary' && first.operator === '+'; first = first.left) {
    rest.push({ term: compileExpression(unit, first.right, place), span: first.span });
  }
  rest.reverse();
  const start = compileExpression(unit, first, place);
  const most = rest.length + 1;
  return (f) => {
    let sum = start(f);
    let texts: Text[] | null = null;
    let count = 0;
    let length = 0;
    for (let i = 0; i < rest.length; i++) {
      const { term, span } = rest[i] as (typeof rest)[number];
      const value = term(f);
      f.rt.at = span;
      if (isPlainText(value) && (texts !== null || isPlainText(sum))) {
        if (texts === null) {
          texts = new Array<Text>(most);
          length = textOf(sum as Text).length;
          count = 0;
          if (length > 0) texts[count++] = sum as Text;
        }
        const own = textOf(value).length;
        chargeJoin(length + own, Math.min(length, own));
        if (own > 0) texts[count++] = value;
        length += own;
      } else {
        sum = add(texts === null ? sum : joinPlain(texts.slice(0, count)), value);
        texts = null;
      }
    }
    if (texts === null) return sum;
    return count === most ? texts : texts.slice(0, count);
  };
}
