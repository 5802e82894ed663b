/** What `is sameas` can tell before anything runs: numbers and texts have no identity here. */
import { sameasElsewhere } from '../builtins/tests/comparisons.ts';
import type { Expression, Test } from '../syntax/ast.ts';
import type { Builtin } from './callable.ts';
import type { Place, Unit } from './unit.ts';

/** What these give is read from the input or made anew: it is not the object that a literal of the template is. */
const NOT_LITERAL: ReadonlySet<Expression['kind']> = new Set([
  'attribute',
  'binary',
  'call',
  'concat',
  'filter',
  'slice',
  'subscript',
]);

/** The test that a node means; `undefined` where there is none of that name. */
export function testOf(unit: Unit, node: Test, place: Place): Builtin | undefined {
  const [other] = node.args.positional;
  const elsewhere =
    node.name === 'sameas' && other !== undefined && partLiteral(unit, node.operand, other, place);
  return elsewhere ? sameasElsewhere : unit.registries.tests.get(node.name);
}

/** Whether one is a literal and the other comes from somewhere else. */
function partLiteral(unit: Unit, left: Expression, right: Expression, place: Place): boolean {
  const isLiteral = (node: Expression): boolean => unit.constant(node, place) !== undefined;
  const isElse = (node: Expression): boolean =>
    node.kind === 'name' ? place.scope.isInput(node.name) : NOT_LITERAL.has(node.kind);
  return (isLiteral(left) && isElse(right)) || (isLiteral(right) && isElse(left));
}
